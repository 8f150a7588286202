// Makes the moves of the board: as one edit or, if some go into or out of the tray, one by one.

import { Uri } from 'vscode';
import type { Changes } from './answers';
import type { Connection, Outcome } from './connection';
import { caretIn } from './typing';
import { t } from './language';
import type { Move, PartRef } from './messages';
import { arrangeRequest } from './protocol';
import { deciding } from './rework';
import { shown } from './shown';
import type { Tray } from './tray';
import { isTray } from './tray-path';

/**
 * moveAll makes moves, and calls `changed` after each edit with the text in which to undo it. It returns the fragments
 * that have new IDs in other files, or why a move was refused, which is empty if a message has said so.
 */
export async function moveAll(
  connection: Connection,
  tray: Tray,
  wanted: readonly Move[],
  changed: (uri: string) => void,
): Promise<Outcome<PartRef[]>> {
  const moves = wanted.filter(({ part, to }) => !isPiece(part) || !isTray(to.uri)); // the tray has no order
  const isOverTray = ({ part, to }: Move) => isPiece(part) || isTray(to.uri);
  const steps = moves.some(isOverTray) ? moves.map((move) => [move]) : [moves];
  const arrived: PartRef[] = [];
  for (const step of steps) {
    const [first] = step;
    if (first === undefined) {
      continue;
    }
    const outcome = isOverTray(first)
      ? await moveOverTray(tray, first)
      : await moveInTexts(connection, step);
    if ('refusal' in outcome) {
      return outcome;
    }
    changed(isTray(first.to.uri) ? first.part.uri : step.at(-1)!.to.uri);
    arrived.push(...outcome.answer);
  }
  return { answer: arrived };
}

async function moveOverTray(tray: Tray, { part, to }: Move): Promise<Outcome<PartRef[]>> {
  const moved = isTray(to.uri)
    ? (await tray.setAside(part)) && []
    : await tray.putIn(part, to).then((arrival) => arrival && [arrival]);
  return moved ? { answer: moved } : { refusal: '' }; // a message has already said why
}

async function moveInTexts(
  connection: Connection,
  moves: readonly Move[],
): Promise<Outcome<PartRef[]>> {
  const uris = new Set(moves.flatMap(({ part, to }) => [part.uri, to.uri]));
  if (uris.size === 1) {
    await shown(moves[0]!.to.uri); // VS Code needs an editor for undo
  }
  return deciding(t('Move Anyway'), (more) =>
    connection.keepingFocus(() =>
      connection.outcome(arrangeRequest, asked(connection, moves, more)),
    ),
  );
}

/** Reports whether something is in a tray: it has a file and no ID. */
function isPiece({ id }: PartRef): boolean {
  return id === '';
}

/** readAs returns a text or work as it would be after moves, or why they are refused. */
export async function readAs(
  connection: Connection,
  moves: readonly Move[],
): Promise<Outcome<string>> {
  const outcome = await connection.outcome(
    arrangeRequest,
    asked(connection, moves, { preview: true }),
  );
  if ('refusal' in outcome) {
    return outcome;
  }
  const { answer } = outcome;
  return { answer: answer && 'text' in answer ? answer.text : '' };
}

/** changedBy returns the changes that moves would make, or why they are refused. */
export async function changedBy(
  connection: Connection,
  moves: readonly Move[],
): Promise<Outcome<Changes | undefined>> {
  const outcome = await connection.outcome(
    arrangeRequest,
    asked(connection, moves, { compare: true }),
  );
  if ('refusal' in outcome) {
    return outcome;
  }
  const { answer } = outcome;
  return { answer: answer && 'changes' in answer ? answer : undefined };
}

function asked(connection: Connection, moves: readonly Move[], more: object) {
  const [first] = moves;
  return {
    textDocument: { uri: addressOf(connection, first?.part.uri ?? '') },
    ...(first && caretIn(first.part.uri)),
    moves: moves.map(({ unit, part: { uri, id }, to: { uri: toUri, ...beside } }) => ({
      ...{ unit, id, uri: addressOf(connection, uri), toUri: addressOf(connection, toUri) },
      ...beside,
    })),
    ...more,
  };
}

/** addressOf returns a URI as the server writes it. */
export function addressOf(connection: Connection, uri: string): string {
  return connection.uriOf({ uri: Uri.parse(uri) });
}
