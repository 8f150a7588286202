// What the engine answers: the JSON of the command line. Offsets are bytes of the text as UTF-8, the
// end exclusive; lines count from 1. Text.indexes turns offsets into indexes of a string.

/** What `segls fragment --format json` writes. */
export interface FragmentAnswer {
  path: string;
  /** The name of the format. */
  markup: string;
  /** The code of the language. */
  language: string;
  words: number;
  /** The length that fragments should have. */
  target: number;
  settings: SettingValues;
  paragraphs: Paragraph[];
  gaps: Gap[];
  fragments: Fragment[];
  statistics: Statistics;
}

export type SettingValue = string | number | boolean;

/** Settings by name, as in `preferred-words` or `preferredWords`. */
export type SettingValues = Record<string, SettingValue>;

export interface Paragraph {
  start: number;
  end: number;
  line: number;
  words: number;
}

/** The place between two paragraphs. */
export interface Gap {
  /** The number of paragraphs before it. */
  after: number;
  /** How alike the text is on both sides; low where the topic turns. */
  similarity: number;
  /** Whether a fragment begins after it. */
  boundary: boolean;
  /** What decides whatever the similarity is. */
  constraint: 'heading' | 'scene-break' | 'break' | 'no-break' | null;
  /** How probable a boundary is here, from 0 to 1, if the method can tell. */
  confidence?: number;
  /** The preferred length, in words, at which there would be no boundary here. */
  'vanishes-at'?: number;
}

export interface Fragment {
  start: number;
  end: number;
  line: number;
  paragraphs: number;
  words: number;
  /** The words that it is most about. */
  terms: string[];
  title: string;
  'title-kind': 'given' | 'phrase' | 'first-words' | 'none';
}

/** How long fragments are, in words. */
export interface Statistics {
  average: number;
  min: number;
  max: number;
  /** The mean distance from the preferred length. */
  deviation: number;
}

/** What `segls curve --format json` writes. */
export interface CurveAnswer {
  path: string;
  markup: string;
  headings: Heading[];
  /** The first is under the text's own settings, the others under those that were compared. */
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

/** What `segls explain --format json` writes. */
export interface ExplainAnswer {
  path: string;
  method: string;
  gaps: ExplainedGap[];
}

export interface ExplainedGap {
  after: number;
  line: number;
  boundary: boolean;
  /** What decided without weighing anything. */
  'decided-by': 'heading' | 'scene-break' | 'break' | 'no-break' | 'limit' | 'sections' | 'held' | 'shown' | 'edited' | null;
  /** What a boundary costs here; below 0 it pays. */
  parts: { name: string; value: number; unit: string }[];
  sum: number | null;
  confidence: number | null;
  ends: string[];
  begins: string[];
  bridges: string[];
  'vanishes-at': number | null;
}

/** An element of what `segls methods --format json` writes. */
export interface Method {
  name: string;
  doc: string;
  source?: string;
  needs: string;
  settings: string[];
  curve: boolean;
  baseline: boolean;
}

/** A setting as it is declared. */
export interface Setting {
  name: string;
  type: 'integer' | 'number' | 'string' | 'boolean';
  default: SettingValue;
  min?: number;
  max?: number;
  choices?: string[];
  /** What a number may be in place of: `auto`. */
  word?: string;
  unit?: string;
  doc: string;
  group: string;
}

/** What an action has changed: indexes of the string as it was before, in its order. */
export interface Change {
  title: string;
  replacements: { start: number; end: number; text: string }[];
}

/** A line of what `segls fragment --format jsonl` writes. */
export interface Chunk {
  path: string;
  /** In the text, from 0. */
  index: number;
  /** The fragment that it is, or in which it begins; null if it is in none, as a table of a section without prose. */
  fragment: number | null;
  start: number;
  end: number;
  'start-char': number;
  'end-char': number;
  'start-line': number;
  'end-line': number;
  words: number;
  chars: number;
  /** Under a limit in tokens. */
  tokens?: number;
  /** How many bytes at its start the chunk before it has too. */
  overlap: number;
  /** Between what it was cut from the one before it. */
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
  /** The headings that the text begins with, if that was asked for. */
  headings?: string;
  /** The header of the table in which it begins, if that was cut. */
  header?: string;
  text: string;
}

/** A passage that answers a query, as `segls find --format json` writes it. */
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
  /** The sentence that has most of the words. */
  answer: { text: string; marks: [number, number][]; line: number; column: number };
  /** Where nearly the same stands. */
  also: { path: string; start: number; end: number; line: number }[];
  text: string;
}

/** What `segls diff --format json` writes. */
export interface DiffAnswer {
  changes: StructureChange[];
  /** Paragraphs of which only markup or addresses of links differ. */
  marked: StructureChange[];
}

export interface StructureChange {
  kind: string;
  level: string;
  from: ChangePlace | null;
  to: ChangePlace | null;
  /** The share of words that differ. */
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

/** What `segls stats --format json` writes. */
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
  /** The target in words that the text sets itself. */
  target?: number;
  sections: { title: string; level: number; line: number; own: number; total: number; target?: number }[];
  'scene-lengths'?: { number: number; line: number; words: number; target?: number }[];
}

/** How many are at least `from` and less than `to` words long; `to` is 0 if there is no end. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}
