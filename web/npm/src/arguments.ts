// What functions take. Whatever else they are given is a TypeError with a sentence.

/** What an option has to be. */
export type Rule = keyof typeof kinds;
export type Rules = Record<string, Rule>;

const isCount = (value: unknown, from = 0) => Number.isSafeInteger(value) && (value as number) >= from;
const isArrayOf = (value: unknown, is: (element: unknown) => boolean) => Array.isArray(value) && value.every(is);

const kinds = {
  string: ['a string', (value: unknown) => typeof value === 'string'],
  boolean: ['true or false', (value: unknown) => typeof value === 'boolean'],
  function: ['a function', (value: unknown) => typeof value === 'function'],
  object: ['an object', (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  count: ['a whole number from 0 on', (value: unknown) => isCount(value)],
  positive: ['a whole number from 1 on', (value: unknown) => isCount(value, 1)],
  counts: ['an array of whole numbers from 0 on', (value: unknown) => isArrayOf(value, (n) => isCount(n))],
  strings: ['an array of strings', (value: unknown) => isArrayOf(value, (s) => typeof s === 'string')],
} as const;

/** Checks an argument. */
export function argument(called: string, name: string, rule: Rule, value: unknown): void {
  const [kind, is] = kinds[rule];
  if (!is(value)) {
    throw new TypeError(`${called} needs ${name} as ${kind}, not ${shown(value)}.`);
  }
}

/** Checks options, of which those that are undefined count as left out. */
export function check<Options extends object>(called: string, rules: Rules, given: Options, what = 'options'): Options {
  argument(called, what, 'object', given);
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      throw new TypeError(`${called} has no option ${name}; it has ${Object.keys(rules).join(', ')}.`);
    }
    if (value !== undefined) {
      argument(called, name, rule, value);
      checked[name] = value;
    }
  }
  return checked as Options;
}

function shown(value: unknown): string {
  if (typeof value === 'string') {
    return value === '' ? 'an empty string' : 'a string';
  }
  return Array.isArray(value) ? 'an array' : value === null || typeof value !== 'object' ? String(value) : 'an object';
}
