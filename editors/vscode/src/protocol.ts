// The server's messages beyond LSP, as docs/extensions.md has them, and those of LSP that the
// extension sends by itself. They are typed names, so that the client's code, which is large, is
// not loaded before the server is started.

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

/** The name of a request, with the types of what it takes and answers. */
export type Request<Params, Answer> = string & { readonly types?: (params: Params) => Answer };

/** What every request but a command's is about. */
export interface About {
  textDocument: TextDocumentIdentifier;
}

interface Move extends About {
  unit: 'fragment' | 'section';
  id: string;
  /** The id of the one that it is to stand before; null is the end. */
  before: string | null;
  /** Where the writer is. */
  position?: Position;
}

/** Moves that are made one after the other, to before something or under a heading, or to the end of a file. */
interface Arrange extends About {
  moves: {
    unit: 'fragment' | 'section';
    uri: string;
    id: string;
    toUri: string;
    before?: string;
    under?: string;
  }[];
  /** Where the writer is. */
  position?: Position;
  /** Only look. */
  preview?: boolean;
  /** Even if links will lead nowhere. */
  force?: boolean;
}

interface Hold extends About {
  /** Without these two it is only asked what is held. */
  hash?: string;
  held?: Range[];
}

/**
 * What a command is about: a thing that is shown, by its id; or what is at a place, which is a
 * place in the newest text.
 */
export type Target = { id: string } | { position: Position } | { all: true };

interface Compared extends About {
  /** Texts as they were. */
  before?: { uri: string; text: string }[];
  lenses: boolean;
}

/** Without a document all folders are meant. */
interface Sought extends Partial<About> {
  query: string;
  /** Whether its last word may be unfinished. */
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
export const heldRequest: Request<Hold, Held | null> = 'segls/held';
export const workRequest: Request<About, Work | null> = 'segls/work';
export const workHintRequest: Request<About, WorkHint | null> = 'segls/workHint';
export const workCurveRequest: Request<About, WorkCurve | null> = 'segls/workCurve';
export const changesRequest: Request<Compared, Changes | null> = 'segls/changes';
export const findRequest: Request<Sought, Found | null> = 'segls/find';
export const relatedRequest: Request<About & { position: Position; top: number }, Related | null> =
  'segls/related';
export const duplicatesRequest: Request<About & { whole: boolean }, Pairs | null> =
  'segls/duplicates';
export const misplacedRequest: Request<About & { whole: boolean }, Misplaced | null> =
  'segls/misplaced';
/** What is gathered: places in their order, or what a work has; or a text again, with its places. */
interface Gather extends Partial<About> {
  places?: { uri: string; range: Range }[];
  label?: string;
  whole?: boolean;
  text?: string;
}

export const gatherRequest: Request<Gather, Gathered> = 'segls/gather';
export const scatterRequest: Request<Gather & { edited: string }, Gathered> = 'segls/scatter';
export const placesRequest: Request<About & { id: string }, Places | null> = 'segls/places';
export const backlinksRequest: Request<About & { position: Position }, Backlinks | null> =
  'segls/backlinks';
/** Of LSP: VS Code asks only where nothing else renames. */
export const prepareRenameRequest: Request<
  About & { position: Position },
  { range: Range; placeholder: string } | null
> = 'textDocument/prepareRename';
export const renameRequest: Request<
  About & { position: Position; newName: string },
  WorkspaceEdit | null
> = 'textDocument/rename';
export const commandRequest: Request<Command, unknown> = 'workspace/executeCommand';

/** Comes after each analysis. */
export const didUpdate = 'segls/didUpdate';
/** Comes when a work has been read, or has changed. */
export const didUpdateWork = 'segls/didUpdateWork';
