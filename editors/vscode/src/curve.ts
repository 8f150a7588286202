// The panel that draws the similarity of neighbouring paragraphs, and in which the writer tries settings.

import {
  commands,
  ConfigurationTarget,
  type Disposable,
  type ExtensionContext,
  Range,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { notebookAt, showLine } from './cells';
import { coalesced } from './coalesced';
import { section } from './config';
import type { Connection } from './connection';
import { type Contributed, camelCase, controlsOf } from './controls';
import type { ActiveText, Draft } from './active-text';
import { t } from './language';
import { onDidClose, type TextOrNotebook } from './documents';
import type { Control, FromCurve, Place, SaveTarget, Scope, ToCurve } from './messages';
import { Panel } from './panel';
import { indexAt } from './places';
import type { Curve, Settings } from './answers';
import {
  curveRequest,
  explainRequest,
  fragmentsRequest,
  setSessionRequest,
  workCurveRequest,
} from './protocol';
import { LongCurve } from './long-curve';
import { type OpenWork, plainUri, workName } from './work';

export function registerCurve(
  context: ExtensionContext,
  connection: Connection,
  activeText: ActiveText,
  work: OpenWork,
): Disposable[] {
  const panel = new CurvePanel(context, connection, activeText, work);
  return [panel, commands.registerCommand('segls.showCurve', () => panel.show())];
}

/** The minimum time between two updates, in milliseconds. */
const pause = 50;

class CurvePanel extends Panel<ToCurve, FromCurve> {
  #draft: Draft | undefined;
  #caret: number | undefined; // its paragraph, as last sent to the page; -1 if the curve does not have it
  #curve: Curve | undefined; // the draft's
  #scope: Scope = 'file';
  #long: LongCurve | undefined; // undefined unless the work is shown
  #isOutdated = false; // whether #long must be requested again
  readonly #controls: Control[];
  readonly #listening: Disposable[];

  /** The settings being tried, by document. The server forgets them when it restarts or the document is closed. */
  readonly #tried = new Map<string, Settings>();
  readonly #senders = new Map<string, () => Promise<void>>();

  constructor(
    context: ExtensionContext,
    private readonly connection: Connection,
    private readonly activeText: ActiveText,
    private readonly work: OpenWork,
  ) {
    super(context, 'curve', t('Curve'));
    const groups: { properties: Contributed }[] =
      context.extension.packageJSON.contributes.configuration;
    this.#controls = controlsOf(Object.assign({}, ...groups.map(({ properties }) => properties)));
    this.#listening = [
      activeText.onDidChange(() => this.#refresh()),
      work.onDidChange(() => {
        this.#isOutdated = true;
        return this.#refresh();
      }),
      activeText.onDidMoveCaret(() => this.#postCaret()),
      ...onDidClose(({ uri }) => {
        this.#tried.delete(uri.toString());
        this.#senders.delete(uri.toString());
      }),
      connection.onDidChangeState(() => this.#tried.clear()),
    ];
  }

  protected async receive(message: FromCurve): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#caret = undefined;
        this.#isOutdated = true;
        return this.#refresh();
      case 'scope':
        this.#scope = message.scope;
        this.#isOutdated = true;
        return this.#refresh();
      case 'jump':
        return this.#jump(message);
      case 'explain':
        return this.#explain(message);
      case 'try':
        return this.#try({ ...this.#triedHere, [message.name]: message.value });
      case 'reset':
        return this.#try({});
      case 'save':
        return this.#save(message.target);
      case 'svg':
        return this.#export(message.text);
    }
  }

  override dispose(): void {
    super.dispose();
    for (const disposable of this.#listening) {
      disposable.dispose();
    }
  }

  get #triedHere(): Settings {
    return this.#tried.get(this.#draft?.document.uri.toString() ?? '') ?? {};
  }

  readonly #refresh = coalesced(async () => {
    if (!this.isVisible) {
      return;
    }
    const { draft } = this.activeText;
    const curve = draft && (await this.connection.ask(curveRequest, draft.document, {}));
    this.#draft = draft;
    this.#curve = curve;
    if (this.#scope === 'work' && (await this.#showWork())) {
      this.#postCaret();
      return;
    }
    this.#long = undefined;
    if (draft === undefined || curve === undefined) {
      this.post({ type: 'empty', reason: this.activeText.whyEmpty });
      return;
    }
    this.post({
      type: 'curve',
      scope: this.work.answer && 'file',
      files: [],
      version: curve.version,
      title: nameOf(draft.document),
      quiet: draft.answer.quiet,
      words: curve.paragraphs.map(({ words }) => words),
      gaps: curve.gaps,
      controls: this.#controls,
      values: {
        ...Object.fromEntries(
          this.#controls.map(({ name }) => [name, draft.answer.settings[name]]),
        ),
        'preferred-words': draft.answer.target, // the number that `auto` stands for
        ...this.#triedHere,
      },
      tried: Object.keys(this.#triedHere),
    });
    this.#postCaret();
  }, pause);

  /** Shows the curve of the work, if it has changed. Returns whether there is such a curve. */
  async #showWork(): Promise<boolean> {
    const { answer } = this.work;
    const some = this.#draft?.document.uri ?? (answer?.order ? Uri.parse(answer.order) : undefined);
    if (answer === undefined || some === undefined) {
      return false;
    }
    if (this.#long !== undefined && !this.#isOutdated) {
      return true;
    }
    this.#isOutdated = false;
    const curve = await this.connection.ask(workCurveRequest, { uri: some }, {});
    if (curve === undefined) {
      return this.#long !== undefined;
    }
    const inOrder = curve.files.map((file) => ({ ...file, uri: plainUri(file.uri) }));
    this.#long = new LongCurve({ files: inOrder }, (this.#long?.version ?? 0) + 1);
    this.#caret = undefined;
    const { version, words, gaps, files } = this.#long;
    this.post({
      ...{ type: 'curve', scope: 'work', version, words, gaps, files },
      title: workName(answer),
      ...{ quiet: false, controls: [], values: {}, tried: [] },
    });
    return true;
  }

  #postCaret(): void {
    const line = this.activeText.caretLine;
    if (line !== undefined && this.#curve !== undefined && this.isVisible) {
      const inFile = Math.max(0, indexAt(this.#curve.paragraphs, line));
      const uri = this.#draft!.document.uri.toString();
      const paragraph = this.#long ? (this.#long.paragraphAt(uri, inFile) ?? -1) : inFile;
      if (paragraph !== this.#caret) {
        this.#caret = paragraph;
        this.post({ type: 'caret', paragraph });
      }
    }
  }

  /** Goes to the paragraph after a gap. */
  async #jump({ version, after }: Place): Promise<void> {
    if (this.#long !== undefined) {
      const place = version === this.#long.version ? this.#long.placeOf(after) : undefined;
      const uri = place && Uri.parse(place.uri);
      const curve = uri && (await this.connection.ask(curveRequest, { uri }, {}));
      const start = curve?.paragraphs[place!.paragraph]?.range.start;
      if (uri !== undefined && start !== undefined) {
        await this.#go(uri, start);
      }
      return;
    }
    const start = this.#curve?.paragraphs[after]?.range.start;
    if (start !== undefined && version === this.#curve?.version && this.#draft !== undefined) {
      await this.#go(this.#draft.document.uri, start);
    }
  }

  async #go(uri: Uri, { line, character }: { line: number; character: number }): Promise<void> {
    const notebook = notebookAt(uri);
    if (notebook !== undefined) {
      return showLine(notebook, line);
    }
    const place = new Range(line, character, line, character);
    const editor = await window.showTextDocument(uri, {
      viewColumn: this.activeText.editor?.viewColumn ?? ViewColumn.One,
      selection: place,
    });
    editor.revealRange(place, TextEditorRevealType.InCenter);
  }

  /** Explains a gap. If the curve on the page is outdated, nothing is sent: the page asks again. */
  async #explain({ version, after }: Place): Promise<void> {
    if (this.#long !== undefined) {
      const place = version === this.#long.version ? this.#long.placeOf(after) : undefined;
      const uri = place && Uri.parse(place.uri);
      const explanation =
        uri && (await this.connection.ask(explainRequest, { uri }, { after: place!.paragraph }));
      if (explanation !== undefined && explanation.version === place?.version) {
        this.post({ type: 'explanation', explanation: { ...explanation, version, after } });
      }
      return;
    }
    const explanation =
      this.#draft && (await this.connection.ask(explainRequest, this.#draft.document, { after }));
    if (explanation?.version === version) {
      this.post({ type: 'explanation', explanation });
    }
  }

  /** Applies settings to this document until it is closed. */
  async #try(settings: Settings): Promise<void> {
    const document = this.#draft?.document;
    if (document !== undefined) {
      this.#tried.set(document.uri.toString(), settings);
      await this.#tell(document);
    }
  }

  /** Sends the settings being tried, one message at a time: a slider produces many, and the last must win. */
  #tell(document: TextOrNotebook): Promise<void> {
    const key = document.uri.toString();
    let send = this.#senders.get(key);
    if (send === undefined) {
      send = coalesced(async () => {
        const settings = this.#tried.get(key) ?? {};
        const any = Object.keys(settings).length > 0;
        await this.connection.attempt(setSessionRequest, {
          textDocument: { uri: this.connection.uriOf(document) },
          settings: any ? settings : null,
        });
      });
      this.#senders.set(key, send);
    }
    return send();
  }

  async #save(target: SaveTarget): Promise<void> {
    const document = this.#draft?.document;
    if (document === undefined) {
      return;
    }
    const settings = Object.entries(this.#triedHere);
    const saved =
      target === 'editor'
        ? await saveInEditor(document, settings)
        : await this.#saveInProject(document, settings);
    if (!saved) {
      return;
    }
    await this.#try({});
    const there = t('Save to .segls.toml');
    if (target === 'editor' && !(await this.#isInForce(document, settings))) {
      const message = t(
        'segls: saved, but a .segls.toml or a comment in the text sets this too, and takes precedence here.',
      );
      if ((await window.showInformationMessage(message, there)) === there) {
        await this.#saveInProject(document, settings);
      }
    }
  }

  /** Reports whether settings apply to a document. It waits: VS Code sends them a moment after they are saved. */
  async #isInForce(document: TextOrNotebook, settings: [string, unknown][]): Promise<boolean> {
    for (let attempt = 0; attempt < 10; attempt++) {
      const answer = await this.connection.ask(fragmentsRequest, document, {});
      if (settings.every(([name, value]) => answer?.settings[name] === value)) {
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return false;
  }

  async #saveInProject(document: TextOrNotebook, settings: [string, unknown][]): Promise<boolean> {
    for (const [setting, value] of settings) {
      const done = await this.connection.execute(
        'segls.setTarget',
        document,
        { position: { line: 0, character: 0 } },
        { setting, value, scope: 'project' },
      );
      if (!done) {
        return false;
      }
      // The server reads the file from disk.
      for (const file of workspace.textDocuments) {
        if (file.isDirty && file.uri.path.endsWith('/.segls.toml')) {
          await file.save();
        }
      }
    }
    return true;
  }

  async #export(text: string): Promise<void> {
    const document = this.#draft?.document;
    if (document === undefined) {
      return;
    }
    const place = !document.isUntitled
      ? document.uri.with({ path: `${document.uri.path.replace(/\.[^./]*$/, '')}-curve.svg` })
      : Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/'), 'curve.svg');
    const target = await window.showSaveDialog({ defaultUri: place, filters: { SVG: ['svg'] } });
    if (target !== undefined) {
      await workspace.fs.writeFile(target, new TextEncoder().encode(text));
    }
  }
}

/** Saves settings for the workspace, for one folder of several, or without a folder for the user. */
async function saveInEditor(document: TextOrNotebook, settings: [string, unknown][]) {
  const folder = workspace.getWorkspaceFolder(document.uri);
  const several = (workspace.workspaceFolders?.length ?? 0) > 1;
  const target = !workspace.workspaceFolders
    ? ConfigurationTarget.Global
    : folder && several
      ? ConfigurationTarget.WorkspaceFolder
      : ConfigurationTarget.Workspace;
  const configuration = workspace.getConfiguration(section, folder?.uri ?? null);
  for (const [name, value] of settings) {
    await configuration.update(camelCase(name), value, target);
  }
  return true;
}

function nameOf(document: TextOrNotebook): string {
  return document.uri.path.split('/').at(-1) ?? '';
}
