// The server's messages beyond LSP, as docs/extensions.md has them.

import {
  NotificationType,
  RequestType,
  type TextDocumentIdentifier,
} from 'vscode-languageclient/node';
import type { Curve, Explanation, Fragments, Settings } from './answers';

/** What every request is about. */
export interface About {
  textDocument: TextDocumentIdentifier;
}

interface Move extends About {
  version: number;
  unit: 'fragment' | 'section';
  from: number;
  before: number;
}

const request = <P, R>(name: string) => new RequestType<P, R, void>(`segls/${name}`);

export const fragmentsRequest = request<About, Fragments | null>('fragments');
export const curveRequest = request<About, Curve | null>('curve');
export const explainRequest = request<About & { after: number }, Explanation | null>('explain');
export const setSessionRequest = request<About & { settings: Settings | null }, null>('setSession');
export const moveRequest = request<Move, null>('move');

/** Comes after each analysis. */
export const didUpdate = new NotificationType<{ uri: string; version: number }>('segls/didUpdate');
