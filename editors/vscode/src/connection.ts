// Starts, watches and restarts the server: one per window.

import {
  commands,
  type Disposable,
  env,
  EventEmitter,
  extensions,
  type LogOutputChannel,
  type Uri,
  window,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { locateServer, serverPathSetting } from '#system/server';
import { setCells } from './cells';
import { Crashes } from './crashes';
import { caretIn, TypingTracker } from './typing';
import { t } from './language';
import {
  type About,
  commandRequest,
  didUpdate,
  didUpdateWork,
  type Request,
  type Target,
} from './protocol';
import type { Unmended } from './answers';
import type { Parts } from './parts';
import type { LensSwitch } from './toggle';
import { isUnmended, wantsAnyway } from './unmended';

/** LSP's ContentModified: the text has changed, or what the request refers to no longer exists. */
const contentModified = -32801;

/** The client's error codes for a request that was not answered because the server had stopped. */
const ended = [-32096, -32097, -32099];

/** A document, open or not. */
interface Text {
  uri: Uri;
}

/** An answer, or why the request was refused. With hasEnded, the server ended first, but may have made the change. */
export type Outcome<Answer> = { answer: Answer } | { refusal: string; hasEnded?: true };

/** How long to wait for a server that has ended to start again, in milliseconds. */
const patience = 10_000;

export type ConnectionState = 'starting' | 'running' | 'stopped';

export class Connection implements Disposable {
  #client: BaseLanguageClient | undefined;
  #last: Promise<void> = Promise.resolve();
  #quiet = 0;
  readonly #crashes = new Crashes();
  readonly #updated = new EventEmitter<{ uri: string; version: number }>();
  readonly #workUpdated = new EventEmitter<void>();
  readonly #outdated = new EventEmitter<void>();
  readonly #stateChanged = new EventEmitter<ConnectionState>();

  state: ConnectionState = 'stopped';

  /** The writer's activity during a change. */
  readonly typing = new TypingTracker();

  /** Executes a command that first asks the writer something; undefined if the command is not one of these. */
  instead: (command: string, argument: unknown) => Promise<boolean> | undefined = () => undefined;

  /** Fires after each analysis. */
  readonly onDidUpdate = this.#updated.event;
  /** Fires when a work has been read or has changed. */
  readonly onDidUpdateWork = this.#workUpdated.event;
  /** Fires when the server says that an answer on screen is stale. */
  readonly onDidFindOutdated = this.#outdated.event;
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(
    private readonly log: LogOutputChannel,
    private readonly lenses: LensSwitch,
    private readonly parts: Parts,
  ) {}

  /** The client, while it is running. */
  get client(): BaseLanguageClient | undefined {
    return this.#client?.isRunning() ? this.#client : undefined;
  }

  /** Starts or restarts the server. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  stop(): Promise<void> {
    return this.#inTurn(() => this.#stop());
  }

  tellSettings(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.client) {
        const { tellSettings } = await import('./client');
        await tellSettings(this.client);
      }
    });
  }

  dispose(): void {
    this.typing.dispose();
    this.#updated.dispose();
    this.#workUpdated.dispose();
    this.#outdated.dispose();
    this.#stateChanged.dispose();
  }

  /** Asks about a document or, without one, about the workspace folders. Returns undefined if there is no answer. */
  async ask<P extends Partial<About>, R>(
    request: Request<P, R | null>,
    document: Text | undefined,
    more: Omit<P, 'textDocument'>,
  ): Promise<R | undefined> {
    const { client } = this;
    if (client === undefined) {
      return undefined;
    }
    try {
      const about = document && { textDocument: { uri: this.uriOf(document) } };
      const params = { ...more, ...about };
      return (await client.sendRequest<R | null>(request, params)) ?? undefined;
    } catch (error) {
      // The document may have been closed, or the server may be stopping. The views become empty; log why.
      this.log.warn(`${request}: ${messageOf(error)}`);
      return undefined;
    }
  }

  /**
   * Returns a report for a bug report. Shows a message and returns undefined if the server is not running.
   */
  async report(): Promise<string | undefined> {
    const { client } = this;
    if (client === undefined) {
      void window.showInformationMessage(`segls: ${notRunning()}`);
      return undefined;
    }
    return client.sendRequest<string>(commandRequest, { command: 'segls.report', arguments: [] });
  }

  /** Asks the server to execute a command, and shows a refusal to the writer. Returns whether it succeeded. */
  async execute(command: string, document: Text, target: Target, more: object = {}) {
    const argument = {
      uri: this.uriOf(document),
      ...caretIn(document.uri.toString()),
      ...target,
      ...more,
    };
    return this.#perform(command, [argument]);
  }

  /** Executes a command. If it would break links in other files, it asks the writer first. */
  async #perform(command: string, args: unknown[]): Promise<boolean> {
    const outcome = await this.outcome(commandRequest, { command, arguments: args });
    if ('refusal' in outcome) {
      void window.showInformationMessage(`segls: ${outcome.refusal}`);
      return false;
    }
    if (!isUnmended(outcome.answer)) {
      return true;
    }
    const forced = args.map((argument) => Object.assign({}, argument, { force: true }));
    return (await wantsAnyway(outcome.answer, t('Do It Anyway'))) && this.#perform(command, forced);
  }

  /** Returns the links that a command would break, without changing anything; undefined if there is no answer. */
  async trial(
    command: string,
    document: Text,
    target: Target,
    more: object = {},
  ): Promise<Unmended | undefined> {
    const argument = {
      uri: this.uriOf(document),
      ...caretIn(document.uri.toString()),
      ...target,
      ...more,
      trial: true,
    };
    const outcome = await this.outcome(commandRequest, { command, arguments: [argument] });
    return 'answer' in outcome && isUnmended(outcome.answer) ? outcome.answer : undefined;
  }

  /** Sends a request that the server may refuse, and shows the refusal. Returns whether it succeeded. */
  async attempt<P extends object>(request: Request<P, unknown>, params: P): Promise<boolean> {
    const refusal = await this.refusal(request, params);
    if (refusal !== undefined) {
      void window.showInformationMessage(`segls: ${refusal}`);
    }
    return refusal === undefined;
  }

  /** Sends a request that the server may refuse, and returns the reason if it does. */
  async refusal<P extends object>(request: Request<P, unknown>, params: P) {
    const outcome = await this.outcome(request, params);
    return 'refusal' in outcome ? outcome.refusal : undefined;
  }

  /** Sends a request that the server may refuse. */
  async outcome<P extends object, R>(request: Request<P, R>, params: P): Promise<Outcome<R>> {
    const { client } = this;
    if (client === undefined) {
      return { refusal: notRunning() };
    }
    this.typing.noteRequest();
    try {
      return { answer: await client.sendRequest<R>(request, params) };
    } catch (error) {
      this.log.info(`${request} ${JSON.stringify(params)}: ${messageOf(error)}`);
      if ((error as { code?: unknown }).code === contentModified) {
        this.#outdated.fire();
        return { refusal: t('The text has changed; look at it and try again.') };
      }
      if (ended.includes((error as { code?: number }).code!)) {
        return {
          refusal: t(
            'The server stopped before it answered. Your text is still here: try again when the server is running.',
          ),
          hasEnded: true,
        };
      }
      return { refusal: messageOf(error) };
    }
  }

  /** Waits for a server that has ended, and returns whether it runs again. */
  runsAgain(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        listening.dispose();
        resolve(this.client !== undefined);
      };
      const timer = setTimeout(end, this.client === undefined ? patience : 0);
      const listening = this.onDidChangeState((state) => state === 'running' && end());
    });
  }

  /** Runs an action during which the server shows documents without focusing them. */
  async keepingFocus<T>(action: () => Promise<T>): Promise<T> {
    this.#quiet++;
    try {
      return await action();
    } finally {
      this.#quiet--;
    }
  }

  uriOf(document: Text): string {
    return this.#client?.code2ProtocolConverter.asUri(document.uri) ?? document.uri.toString();
  }

  async #start(): Promise<void> {
    this.#become('starting');
    const server = await locateServer(extensions.getExtension('segls.segls')!.extensionUri);
    if ('missing' in server) {
      this.log.error(server.missing);
      this.#become('stopped');
      void this.#offer(server.missing);
      return;
    }
    this.log.info(`Starting ${server.path}`);
    // Imported late because the client is most of the code of the extension.
    const { newClient } = await import('./client');
    const client = newClient(server.path, this.log, {
      lenses: this.lenses,
      parts: this.parts,
      mayRestart: () => this.#died(),
      keepsFocus: () => this.#quiet > 0,
      typing: this.typing,
      execute: (command, args) => {
        if (command === 'segls.selectFragment') {
          this.typing.forget();
        }
        const argument = args[0] ?? this.#atCaret(); // a key may run a command without an argument
        return argument === undefined
          ? this.#perform(command, [])
          : (this.instead(command, argument) ?? this.#perform(command, [withCaret(argument)]));
      },
    });
    this.#client = client;
    client.onNotification(didUpdate, (update: { uri: string; version: number }) =>
      this.#updated.fire(update),
    );
    client.onRequest('segls/setCells', setCells);
    client.onNotification(didUpdateWork, () => this.#workUpdated.fire());
    client.onDidChangeState(() => {
      if (client === this.#client) {
        this.#become(client.isRunning() ? 'running' : 'stopped');
      }
    });
    try {
      await client.start();
    } catch (error) {
      this.log.error(`The server did not start: ${messageOf(error)}`);
      this.#become('stopped');
      void this.#offer(t('segls: “{0}” did not start as a language server.', server.path));
    }
  }

  /** Returns the argument of a command for the caret in the active text. */
  #atCaret(): object | undefined {
    const document = window.activeTextEditor?.document;
    return document && { uri: this.uriOf(document), ...caretIn(document.uri.toString()) };
  }

  async #stop(): Promise<void> {
    const stopping = this.#client;
    this.#client = undefined;
    try {
      await stopping?.dispose();
    } catch (error) {
      // A server that crashed or never started cannot be stopped, but a new one can be started.
      this.log.warn(`The server did not stop cleanly: ${messageOf(error)}`);
    }
    this.#become('stopped');
  }

  /** Counts a crash, and reports whether to restart the server: not if it keeps crashing. */
  #died(): boolean {
    const again = this.#crashes.mayRestart(Date.now());
    if (again) {
      this.log.warn('The server crashed and is being restarted.');
    } else {
      void this.#offer(
        t(
          'segls: the server has stopped several times. Restart it; if it stops again, see the log.',
        ),
        false,
      );
    }
    return again;
  }

  /** Shows an error with buttons to resolve it. */
  async #offer(message: string, isSetting = true): Promise<void> {
    const settings = t('Open Settings');
    const again = t('Restart Server');
    const log = t('Show Log');
    const buttons = [...(isSetting ? [settings] : []), again, log];
    switch (await window.showErrorMessage(message, ...buttons)) {
      case settings: {
        // The path belongs to the machine where the server runs.
        const where = env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
        await commands.executeCommand(`workbench.action.${where}`, { query: serverPathSetting });
        break;
      }
      case again:
        this.#crashes.forget();
        await this.restart();
        break;
      case log:
        this.log.show();
        break;
    }
  }

  #become(state: ConnectionState): void {
    if (state !== this.state) {
      this.state = state;
      this.#stateChanged.fire(state);
    }
  }

  /** Runs a step after all earlier ones, so that two quick restarts do not leave two servers. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(step, step);
    return this.#last;
  }
}

/** Adds the caret to the argument of a code action with an ID: it may have moved while the menu was open. */
function withCaret(argument: unknown): unknown {
  const { uri, id } = argument as { uri: string; id?: string };
  return id === undefined ? argument : { ...(argument as object), ...caretIn(uri) };
}

const notRunning = () =>
  t('the server is not running. “Restart Server” in the Command Palette starts it.');

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
