// The engine's answers, most of them the JSON of the command line. Offsets are byte offsets in the UTF-8 text, ranges
// are [start, end), and lines count from 1. Text.indexes converts offsets to indexes into a string.

/** The result of `segls fragment --format json`. */
export interface FragmentAnswer {
  path: string;
  /** The name of the format. */
  markup: string;
  /** The code of the language. */
  language: string;
  words: number;
  /** The preferred length of fragments, in words. */
  target: number;
  settings: SettingValues;
  paragraphs: Paragraph[];
  gaps: Gap[];
  fragments: Fragment[];
  statistics: Statistics;
}

export type SettingValue = string | number | boolean;

/** Settings by name: `preferred-words` or, in arguments, `preferredWords`. */
export type SettingValues = Record<string, SettingValue>;

export interface Paragraph {
  start: number;
  end: number;
  line: number;
  words: number;
}

/** A gap between two paragraphs. */
export interface Gap {
  /** The number of paragraphs before it. */
  after: number;
  /** The similarity of the text on both sides; low where the topic changes. */
  similarity: number;
  /** Whether a fragment begins after it. */
  boundary: boolean;
  /** The rule that decides regardless of the similarity. */
  constraint: 'heading' | 'scene-break' | 'break' | 'no-break' | null;
  /** The probability of a boundary, from 0 to 1, if the method provides one. */
  confidence?: number;
  /** The smallest preferred length, in words, at which there would be no boundary here. */
  'vanishes-at'?: number;
}

export interface Fragment {
  start: number;
  end: number;
  line: number;
  paragraphs: number;
  words: number;
  /** Its most characteristic words. */
  terms: string[];
  title: string;
  'title-kind': 'given' | 'phrase' | 'first-words' | 'none';
}

/** The lengths of fragments, in words. */
export interface Statistics {
  average: number;
  min: number;
  max: number;
  /** The mean distance from the preferred length. */
  deviation: number;
}

/** The result of `segls curve --format json`. */
export interface CurveAnswer {
  path: string;
  markup: string;
  headings: Heading[];
  /** The first curve has the text's own settings, the others have the settings to compare. */
  curves: Curve[];
}

export interface Heading {
  /** The number of words before it. */
  word: number;
  line: number;
  level: number;
  title: string;
}

export interface Curve {
  /** The settings in which the curves differ. */
  label: string;
  settings: SettingValues;
  words: number;
  gaps: Point[];
  statistics: Statistics;
}

export interface Point extends Gap {
  /** The number of words before it. */
  word: number;
  /** The line of the paragraph after it. */
  line: number;
}

/** The result of `segls explain --format json`. */
export interface ExplainAnswer {
  path: string;
  method: string;
  gaps: ExplainedGap[];
}

export interface ExplainedGap {
  after: number;
  line: number;
  boundary: boolean;
  /** The rule that decided without weighing; null if the parts decided. */
  'decided-by': 'heading' | 'scene-break' | 'break' | 'no-break' | 'limit' | 'near-end' | 'sections' | 'held' | 'shown' | 'edited' | null;
  /** The parts of the cost of a boundary here; a negative part supports the boundary. */
  parts: { name: string; value: number; unit: string }[];
  sum: number | null;
  confidence: number | null;
  ends: string[];
  begins: string[];
  bridges: string[];
  'vanishes-at': number | null;
}

/** An element of the result of `segls methods --format json`. */
export interface Method {
  name: string;
  doc: string;
  source?: string;
  needs: string;
  settings: string[];
  curve: boolean;
  baseline: boolean;
}

/** The declaration of a setting. */
export interface Setting {
  name: string;
  type: 'integer' | 'number' | 'string' | 'boolean';
  default: SettingValue;
  min?: number;
  max?: number;
  choices?: string[];
  /** Words that are allowed instead of a number, such as `auto`. */
  words?: string[];
  unit?: string;
  doc: string;
  group: string;
}

/** The changes of an action, as indexes of the string before it, in order. */
export interface Change {
  title: string;
  replacements: { start: number; end: number; text: string }[];
}

/** A line of the output of `segls fragment --format jsonl`. */
export interface Chunk {
  path: string;
  /** The index of the chunk in the text, from 0. */
  index: number;
  /**
   * The index of the fragment in which the chunk begins after the overlap; null if there is none, as for a table in a
   * section without prose.
   */
  fragment: number | null;
  start: number;
  end: number;
  'start-char': number;
  'end-char': number;
  'start-line': number;
  'end-line': number;
  words: number;
  chars: number;
  /** The number of tokens, if there is a limit in tokens. */
  tokens?: number;
  /** The number of bytes at its start that are also in the previous chunk. */
  overlap: number;
  /** The units between which the chunk was cut off from the previous one. */
  'cut-between':
    | 'scenes'
    | 'fragments'
    | 'paragraphs'
    | 'blocks'
    | 'sentences'
    | 'rows'
    | 'lines'
    | 'words'
    | 'characters';
  terms: string[];
  title: string;
  'title-kind': Fragment['title-kind'];
  /** The headings above it, the outermost first. */
  section: string[];
  /** The headings that the text begins with, if requested. */
  headings?: string;
  /** The header of the table in which it begins, if the table was cut. */
  header?: string;
  text: string;
}

/** A passage that matches a query, as in `segls find --format json`. */
export interface Hit {
  path: string;
  start: number;
  end: number;
  'start-char': number;
  'end-char': number;
  'start-line': number;
  'end-line': number;
  words: number;
  chars: number;
  title: string;
  section: string[];
  score: number;
  /** The sentence in which the words of the query weigh most; rare words weigh more. */
  answer: { text: string; marks: [number, number][]; line: number; column: number };
  /** Other places with nearly the same text. */
  also: { path: string; start: number; end: number; line: number }[];
  text: string;
}

/** The result of `segls diff --format json`. */
export interface DiffAnswer {
  changes: StructureChange[];
  /** Paragraphs in which only markup or link addresses differ. */
  marked: StructureChange[];
}

export interface StructureChange {
  kind: string;
  level: string;
  from: ChangePlace | null;
  to: ChangePlace | null;
  /** The share of words that differ, from 0 to 1. */
  rewritten: number;
  words: number;
  changed: number;
  /** The change as a sentence. */
  message: string;
  of?: ChangePlace[];
  into?: ChangePlace[];
  inside?: StructureChange[];
}

export interface ChangePlace {
  path: string;
  start: number;
  end: number;
  line: number;
  title: string;
  in?: string;
}

/** The result of `segls stats --format json`. */
export interface StatsAnswer {
  texts: TextStats[];
  total: Lengths;
  'paragraph-lengths': Bin[];
  'fragment-lengths': Bin[];
}

export interface Lengths {
  words: number;
  paragraphs: number;
  fragments: number;
  scenes: number;
  minutes: number;
  'minutes-aloud': number;
}

export interface TextStats extends Lengths {
  path: string;
  /** The target in words, from a directive in the text. */
  target?: number;
  sections: { title: string; level: number; line: number; own: number; total: number; target?: number }[];
  'scene-lengths'?: { number: number; line: number; words: number; target?: number }[];
}

/** The number of paragraphs or fragments with at least `from` and less than `to` words; `to` is 0 for no upper bound. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}
