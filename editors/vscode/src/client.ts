// The language client: which documents and settings go to the server.

import {
  extensions,
  type LogOutputChannel,
  Range,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
} from 'vscode';
import {
  type ApplyWorkspaceEditParams,
  CancellationToken,
  CloseAction,
  DeleteFile,
  DidChangeConfigurationNotification,
  ErrorAction,
  type BaseLanguageClient,
  type LanguageClientOptions,
  type WorkspaceEdit,
} from 'vscode-languageclient';
import { clientOf } from '#system/client';
import { showCellOf } from './cells';
import { section, settingsThatAreSet } from './config';
import { selector } from './documents';
import type { Hand } from './hand';
import { t } from './language';
import { saving, unseenIn } from './saved';
import type { Change, Parts } from './parts';
import type { LensSwitch } from './toggle';

/** What the client asks of the extension. */
export interface Surroundings {
  lenses: LensSwitch;
  /** Asked when the server has died. */
  mayRestart: () => boolean;
  /** Whether the keyboard stays where it is when the server shows a place. */
  keepsFocus: () => boolean;
  /** What the writer does while the server changes a text. */
  hand: Hand;
  /** The parts that edits of the server make. */
  parts: Parts;
  /** Executes a command of the server, from a lens or the menu of code actions. */
  execute: (command: string, args: unknown[]) => Promise<unknown>;
}

/** VS Code's own extension for Markdown. */
const markdownFeatures = 'vscode.markdown-language-features';

/** newClient makes a client, not yet started, of the server program at path. */
export function newClient(
  path: string,
  log: LogOutputChannel,
  { lenses, parts, mayRestart, keepsFocus, hand, execute }: Surroundings,
): BaseLanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: selector(),
    outputChannel: log,
    initializationOptions: () => ({
      ...settingsThatAreSet(),
      didUpdate: true,
      setCells: true,
      ownLinks: ['markdown'], // VS Code's own extension has these
      undoesFiles: true,
      ownOutline: true, // the view Book
      foldsFromBlankLine: true,
      menu: { most: 8, moveTo: 'segls.editor.moveTo', related: 'segls.showRelated' },
    }),
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => ({
        action: mayRestart() ? CloseAction.Restart : CloseAction.DoNotRestart,
        handled: true,
      }),
    },
    middleware: {
      ...lenses.middleware,
      // VS Code lists the headings of Markdown itself; listing them twice would be noise.
      provideDocumentSymbols: (document, token, next) =>
        document.languageId === 'markdown' &&
        extensions.getExtension(markdownFeatures) !== undefined
          ? []
          : next(document, token),
      // The client would swallow the error about a text that has changed.
      executeCommand: execute,
      workspace: {
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          if (!Array.isArray(answers)) {
            return answers;
          }
          return params.items.map((item, i) =>
            item.section === section ? settingsThatAreSet(scopeOf(item.scopeUri)) : answers[i],
          );
        },
        handleApplyEdit: (params, next) => {
          const changes = changesOf(params.edit);
          const apply = async () =>
            next(withoutFile(params, parts.goingWith(changes)), CancellationToken.None);
          if (params.metadata?.isRefactoring !== true) {
            return parts.apply(changes, apply);
          }
          const touched = changes.flatMap(({ created, edited }) => created ?? edited ?? []);
          const failureReason = unseenIn(touched);
          if (failureReason !== undefined) {
            return Promise.resolve({ applied: false, failureReason });
          }
          // Undoing such a change removes the files that it made.
          return saving(touched, apply);
        },
        willRenameFiles: async (event, next) => {
          const edit = await next(event);
          const reason = edit && unseenIn(edit.entries().map(([uri]) => uri.toString()));
          if (!reason) {
            return edit;
          }
          void window.showWarningMessage(t('segls: links have not been changed. {0}', reason));
          return undefined;
        },
        // The client would send defaults too; tellSettings replaces it.
        didChangeConfiguration: async () => {},
      },
      window: {
        // The client would open the text once more where a panel has the focus.
        showDocument: async (params, token, next) => {
          if (await showCellOf(params.uri, keepsFocus())) {
            return { success: true };
          }
          const shown = window.visibleTextEditors.find(
            ({ document }) => document.uri.toString() === Uri.parse(params.uri).toString(),
          );
          if (shown === undefined || params.selection === undefined) {
            return keepsFocus() ? { success: false } : next(params, token);
          }
          const { start, end } = params.selection;
          const selection = new Range(start.line, start.character, end.line, end.character);
          const isThere = shown.selection.isEqual(selection); // the edit has taken the caret along
          if (isThere || !hand.isBusy) {
            await window.showTextDocument(shown.document, {
              ...{ viewColumn: shown.viewColumn, preserveFocus: keepsFocus() },
              ...(!isThere && { selection }),
            });
            shown.revealRange(selection, TextEditorRevealType.InCenterIfOutsideViewport);
          }
          return { success: true };
        },
      },
    },
  };
  const client = clientOf(path, log, options);
  // What fails is in the log; the extension tells the writer that the server is gone, and what to do.
  const { error } = client;
  client.error = (message, data) => error.call(client, message, data, false);
  return client;
}

/** What an edit does to which documents, with their addresses as VS Code writes them. */
function changesOf({ documentChanges = [] }: WorkspaceEdit): Change[] {
  const plain = (uri: string) => Uri.parse(uri).toString();
  return documentChanges.map((change) => {
    if ('textDocument' in change) {
      return { edited: plain(change.textDocument.uri) };
    }
    return change.kind === 'create' ? { created: plain(change.uri) } : {};
  });
}

/** An edit that removes a file at its end. */
function withoutFile(params: ApplyWorkspaceEditParams, uri: string | undefined) {
  const { edit } = params;
  return uri === undefined
    ? params
    : {
        ...params,
        edit: {
          ...edit,
          documentChanges: [...(edit.documentChanges ?? []), DeleteFile.create(uri)],
        },
      };
}

/** tellSettings notifies the server of changed settings, with their values. */
export async function tellSettings(client: BaseLanguageClient): Promise<void> {
  await client.sendNotification(DidChangeConfigurationNotification.type, {
    settings: { [section]: settingsThatAreSet() },
  });
}

/** The open document at uri, whose language has settings of its own too, else the place alone. */
function scopeOf(uri: string | undefined) {
  if (uri === undefined) {
    return undefined;
  }
  const place = Uri.parse(uri);
  return workspace.textDocuments.find((d) => d.uri.toString() === place.toString()) ?? place;
}
