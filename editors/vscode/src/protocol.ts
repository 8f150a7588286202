// The server's messages beyond LSP, as docs/extensions.md has them, and those of LSP that the
// extension sends by itself. They are typed names, so that the client's code, which is large, is
// not loaded before the server is started.

import type { DocumentSymbol, Position, TextDocumentIdentifier } from 'vscode-languageserver-types';
import type { Curve, Explanation, Fragments, Settings } from './answers';

/** The name of a request, with the types of what it takes and answers. */
export type Request<Params, Answer> = string & { readonly types?: (params: Params) => Answer };

/** What every request but a command's is about. */
export interface About {
  textDocument: TextDocumentIdentifier;
}

interface Move extends About {
  version: number;
  unit: 'fragment' | 'section';
  from: number;
  before: number;
}

interface Command {
  command: string;
  arguments: [{ uri: string; position: Position }];
}

export const fragmentsRequest: Request<About, Fragments | null> = 'segls/fragments';
export const curveRequest: Request<About, Curve | null> = 'segls/curve';
export const explainRequest: Request<About & { after: number }, Explanation | null> =
  'segls/explain';
export const setSessionRequest: Request<About & { settings: Settings | null }, null> =
  'segls/setSession';
export const moveRequest: Request<Move, null> = 'segls/move';
export const symbolsRequest: Request<About, DocumentSymbol[] | null> =
  'textDocument/documentSymbol';
export const commandRequest: Request<Command, unknown> = 'workspace/executeCommand';

/** Comes after each analysis. */
export const didUpdate = 'segls/didUpdate';
