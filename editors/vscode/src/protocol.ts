// The server's messages beyond LSP, as docs/extensions.md has them, and those of LSP that the
// extension sends by itself. They are typed names, so that the client's code, which is large, is
// not loaded before the server is started.

import type { Position, Range, TextDocumentIdentifier } from 'vscode-languageserver-types';
import type {
  Changes,
  Curve,
  Explanation,
  Fragments,
  Held,
  Settings,
  Work,
  WorkCurve,
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

interface Command {
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
export const heldRequest: Request<Hold, Held | null> = 'segls/held';
export const workRequest: Request<About, Work | null> = 'segls/work';
export const workCurveRequest: Request<About, WorkCurve | null> = 'segls/workCurve';
export const changesRequest: Request<Compared, Changes | null> = 'segls/changes';
export const commandRequest: Request<Command, unknown> = 'workspace/executeCommand';

/** Comes after each analysis. */
export const didUpdate = 'segls/didUpdate';
/** Comes when a work has been read, or has changed. */
export const didUpdateWork = 'segls/didUpdateWork';
