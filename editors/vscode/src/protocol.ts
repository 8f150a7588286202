// The server's own methods, as in docs/extensions.md, and LSP methods that the extension calls. They are typed strings,
// so that this file does not import the client, which is large.

import type {
  Position,
  Range,
  TextDocumentIdentifier,
  WorkspaceEdit,
} from 'vscode-languageserver-types';
import type {
  Arrivals,
  Backlinks,
  Changes,
  Curve,
  Explanation,
  Fragments,
  Gathered,
  Held,
  Misplaced,
  Pairs,
  Places,
  Found,
  Related,
  Settings,
  Unmended,
  Work,
  WorkCurve,
  WorkHint,
} from './answers';

/** The name of a request, with the types of its parameters and answer. */
export type Request<Params, Answer> = string & { readonly types?: (params: Params) => Answer };

/** The document that a request is about. */
export interface About {
  textDocument: TextDocumentIdentifier;
}

interface Move extends About {
  unit: 'fragment' | 'section';
  id: string;
  /** The ID of the unit to move before or after; without either, the end. */
  before?: string;
  after?: string;
  /** The caret. */
  position?: Position;
}

/** Moves, made in order: before or after a unit, under a heading, or to the end of a file. */
interface Arrange extends About {
  moves: {
    unit: 'fragment' | 'section';
    uri: string;
    id: string;
    toUri: string;
    before?: string;
    after?: string;
    under?: string;
  }[];
  /** The caret. */
  position?: Position;
  /** Return the text after the moves and change nothing. */
  preview?: boolean;
  /** Make the moves even if links will break. */
  force?: boolean;
}

interface HeldParams extends About {
  /** The hash of the text with these held fragments. Without hash or held, none are held again. */
  hash?: string;
  held?: Range[];
}

/** The target of a command: an element by its ID, the element at a position in the newest text, or all. */
export type Target = { id: string } | { position: Position } | { all: true };

interface Compared extends About {
  /** The earlier versions of texts. */
  before?: { uri: string; text: string }[];
  lenses: boolean;
}

/** Without a document, the search covers all workspace folders. */
interface FindParams extends Partial<About> {
  query: string;
  /** Whether the last word may be unfinished. */
  isTyping: boolean;
  top: number;
}

interface Command extends Partial<About> {
  command: string;
  arguments: unknown[];
}

export const fragmentsRequest: Request<About, Fragments | null> = 'segls/fragments';
export const curveRequest: Request<About, Curve | null> = 'segls/curve';
export const explainRequest: Request<About & { after: number }, Explanation | null> =
  'segls/explain';
export const setSessionRequest: Request<About & { settings: Settings | null }, null> =
  'segls/setSession';
export const moveRequest: Request<Move, null> = 'segls/move';
export const arrangeRequest: Request<
  Arrange,
  { text: string } | Changes | Arrivals | Unmended | null
> = 'segls/arrange';
export const heldRequest: Request<HeldParams, Held | null> = 'segls/held';
export const workRequest: Request<About, Work | null> = 'segls/work';
export const workHintRequest: Request<About, WorkHint | null> = 'segls/workHint';
export const workCurveRequest: Request<About, WorkCurve | null> = 'segls/workCurve';
export const changesRequest: Request<Compared, Changes | null> = 'segls/changes';
export const findRequest: Request<FindParams, Found | null> = 'segls/find';
export const relatedRequest: Request<About & { position: Position; top: number }, Related | null> =
  'segls/related';
export const duplicatesRequest: Request<About & { whole: boolean }, Pairs | null> =
  'segls/duplicates';
export const misplacedRequest: Request<
  About & { whole: boolean; minScore?: number },
  Misplaced | null
> = 'segls/misplaced';
/** What to gather: places in order, the fragments of a work with a label, or a work; `text` is to be gathered again. */
interface Gather extends Partial<About> {
  places?: { uri: string; range: Range }[];
  label?: string;
  whole?: boolean;
  text?: string;
}

export const gatherRequest: Request<Gather, Gathered> = 'segls/gather';
/** A gathered text, and the same text with the writer's edits. */
export interface Scatter extends Gather {
  edited: string;
}

export const scatterRequest: Request<Scatter, Gathered> = 'segls/scatter';
export const placesRequest: Request<About & { id: string }, Places | null> = 'segls/places';
export const backlinksRequest: Request<About & { position: Position }, Backlinks | null> =
  'segls/backlinks';
/** LSP requests. VS Code sends them only where no other extension renames. */
export const prepareRenameRequest: Request<
  About & { position: Position },
  { range: Range; placeholder: string } | null
> = 'textDocument/prepareRename';
export const renameRequest: Request<
  About & { position: Position; newName: string },
  WorkspaceEdit | null
> = 'textDocument/rename';
export const commandRequest: Request<Command, unknown> = 'workspace/executeCommand';

/** Sent after each analysis. */
export const didUpdate = 'segls/didUpdate';
/** Sent when a work has been read or has changed. */
export const didUpdateWork = 'segls/didUpdateWork';
