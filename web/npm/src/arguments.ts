// Checks the arguments of functions. Invalid ones cause a TypeError whose message is a sentence.

/** The type of an argument or an option. */
export type Rule = keyof typeof kinds;
export type Rules = Record<string, Rule>;

const isCount = (value: unknown, from = 0) => Number.isSafeInteger(value) && (value as number) >= from;
const tag = (value: unknown) => Object.prototype.toString.call(value).slice('[object '.length, -1);
const isObject = (value: unknown) => tag(value) === 'Object';

const isSource = (value: unknown) =>
  (typeof value === 'string' && value !== '') ||
  ArrayBuffer.isView(value) ||
  ['ArrayBuffer', 'SharedArrayBuffer', 'URL', 'Response', 'WebAssembly.Module'].includes(tag(value));

const kinds = {
  string: ['a string', (value: unknown) => typeof value === 'string'],
  boolean: ['true or false', (value: unknown) => typeof value === 'boolean'],
  function: ['a function', (value: unknown) => typeof value === 'function'],
  object: ['an object', isObject],
  number: ['a number', (value: unknown) => Number.isFinite(value)],
  count: ['a whole number from 0 up', (value: unknown) => isCount(value)],
  positive: ['a whole number from 1 up', (value: unknown) => isCount(value, 1)],
  place: ['a whole number from 0 up or an object with after', (value: unknown) => isCount(value) || isObject(value)],
  counts: ['an array of whole numbers from 0 up', Array.isArray],
  strings: ['an array of strings', Array.isArray],
  settings: ['an object', isObject],
  setting: [
    'a string, a number, true or false',
    (value: unknown) => value === undefined || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value),
  ],
  worker: ['a Worker', (value: unknown) => typeof (value as Worker | undefined | null)?.postMessage === 'function'],
  source: ['an address or bytes', isSource],
  // A Response cannot be sent to a worker.
  sent: ['an address or bytes', (value: unknown) => isSource(value) && tag(value) !== 'Response'],
} as const;

/** The types of the elements of arrays and objects. */
const elements: Partial<Record<Rule, Rule>> = { counts: 'count', strings: 'string', settings: 'setting' };

export function argument(called: string, name: string, rule: Rule, value: unknown): void {
  const [kind, is] = kinds[rule];
  if (!is(value)) {
    throw new TypeError(`${called} needs ${name} as ${kind}, not ${shown(value)}.`);
  }
  const element = elements[rule];
  if (element === undefined) {
    return;
  }
  if (Array.isArray(value)) {
    Array.from(value, (v, i) => argument(called, `${name}[${i}]`, element, v));
  } else {
    Object.entries(value as object).forEach(([key, v]) => argument(called, `${name}.${key}`, element, v));
  }
}

/** Checks options, and returns those that are not undefined. */
export function check<Options extends object>(called: string, rules: Rules, given: Options, what = 'options'): Options {
  argument(called, what, 'object', given);
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      const others = Object.keys(rules).join(', ').replace(/, (?=[^ ]+$)/, ' and ');
      throw new TypeError(`${called} takes no ${name} in ${what}, only ${others}.`);
    }
    if (value !== undefined) {
      argument(called, name, rule, value);
      checked[name] = value;
    }
  }
  return checked as Options;
}

/** Formats a value for a message. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty string' : 'a string';
    case 'function':
      return 'a function';
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'an array' : isObject(value) ? 'an object' : tag(value);
    default:
      return String(value);
  }
}
