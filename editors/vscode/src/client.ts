// Creates the language client, and chooses the documents and settings that the server gets.

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
import type { TypingTracker } from './typing';
import { t } from './language';
import { saving, unseenIn } from './saved';
import type { Change, Parts } from './parts';
import type { LensSwitch } from './toggle';

/** The parts of the extension that the client calls. */
export interface Surroundings {
  lenses: LensSwitch;
  /** Called when the server has crashed; reports whether to restart it. */
  mayRestart: () => boolean;
  /** Whether the focus stays where it is when the server shows a document. */
  keepsFocus: () => boolean;
  /** The writer's activity during a change. */
  typing: TypingTracker;
  /** The files that the server's edits create. */
  parts: Parts;
  /** Executes a server command from a lens or a code action. */
  execute: (command: string, args: unknown[]) => Promise<unknown>;
}

/** The ID of VS Code's Markdown extension. */
const markdownFeatures = 'vscode.markdown-language-features';

/** newClient returns a client, not yet started, for the server program at path. */
export function newClient(
  path: string,
  log: LogOutputChannel,
  { lenses, parts, mayRestart, keepsFocus, typing, execute }: Surroundings,
): BaseLanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: selector(),
    outputChannel: log,
    initializationOptions: () => ({
      ...settingsThatAreSet(),
      didUpdate: true,
      setCells: true,
      ownLinks: ['markdown'], // VS Code resolves these itself
      undoesFiles: true,
      ownOutline: true, // the Book view replaces it
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
      // VS Code already lists the headings of Markdown.
      provideDocumentSymbols: (document, token, next) =>
        document.languageId === 'markdown' &&
        extensions.getExtension(markdownFeatures) !== undefined
          ? []
          : next(document, token),
      // The client's default would hide the error that says that the text has changed.
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
          // Parts need not follow this change: undoing it also deletes the files that it created.
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
        // By default the client also sends default values; tellSettings replaces this.
        didChangeConfiguration: async () => {},
      },
      window: {
        // By default the client opens a second editor if a panel has the focus.
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
          const isThere = shown.selection.isEqual(selection); // the edit has already moved the caret
          if (isThere || !typing.isBusy) {
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
  // Errors go to the log only: the extension itself reports a server that has stopped, and offers a restart.
  const { error } = client;
  client.error = (message, data) => error.call(client, message, data, false);
  return client;
}

/** Returns the documents that an edit changes, with URIs in VS Code's form. */
function changesOf({ documentChanges = [] }: WorkspaceEdit): Change[] {
  const plain = (uri: string) => Uri.parse(uri).toString();
  return documentChanges.map((change) => {
    if ('textDocument' in change) {
      return { edited: plain(change.textDocument.uri) };
    }
    return change.kind === 'create' ? { created: plain(change.uri) } : {};
  });
}

/** Returns the parameters with the deletion of the file, if one is given, appended to the edit. */
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

/** tellSettings sends the server all settings that are set. */
export async function tellSettings(client: BaseLanguageClient): Promise<void> {
  await client.sendNotification(DidChangeConfigurationNotification.type, {
    settings: { [section]: settingsThatAreSet() },
  });
}

/** Returns the open document at a URI, because settings may depend on its language, or else the URI. */
function scopeOf(uri: string | undefined) {
  if (uri === undefined) {
    return undefined;
  }
  const place = Uri.parse(uri);
  return workspace.textDocuments.find((d) => d.uri.toString() === place.toString()) ?? place;
}
