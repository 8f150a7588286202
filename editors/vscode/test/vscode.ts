// An in-memory VS Code, which the bundler of the tests uses as the module `vscode`. It has only what the extension and
// its language client use. `fake` plays the writer.

type Listener<T> = (event: T) => unknown;

export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();
  readonly event = (listen: Listener<T>, self?: unknown) => {
    const listener: Listener<T> = (event) => listen.call(self, event);
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(event: T): void {
    [...this.#listeners].forEach((listener) => listener(event));
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
  isEqual({ line, character }: Position): boolean {
    return line === this.line && character === this.character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(from: Position | number, to: Position | number, line = 0, character = 0) {
    this.start = from instanceof Position ? from : new Position(from, to as number);
    this.end = to instanceof Position ? to : new Position(line, character);
  }
  isEqual({ start, end }: Range): boolean {
    return this.start.isEqual(start) && this.end.isEqual(end);
  }
}

export class Selection extends Range {
  get anchor(): Position {
    return this.start;
  }
  get active(): Position {
    return this.end;
  }
}

export class Location {
  constructor(
    readonly uri: Uri,
    readonly range: Range,
  ) {}
}

/** Escapes only what the texts of the tests need. */
export class Uri {
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
    readonly query = '',
  ) {}
  static parse(text: string): Uri {
    const [, scheme = '', authority = '', path = '', query = ''] =
      /^([^:]+):(?:\/\/([^/?]*))?([^?]*)\??(.*)$/.exec(text) ?? [];
    return new Uri(scheme, authority, decodeURIComponent(path), decodeURIComponent(query));
  }
  static file(path: string): Uri {
    return new Uri('file', '', path);
  }
  static from({ scheme = '', authority = '', path = '', query = '' }: Partial<Uri>): Uri {
    return new Uri(scheme, authority, path, query);
  }
  static joinPath(uri: Uri, ...parts: string[]): Uri {
    const { pathname } = new URL(parts.join('/'), `x:/${uri.path.slice(1)}/`);
    return uri.with({ path: decodeURIComponent(pathname).replace(/(?<=.)\/$/, '') });
  }
  with(change: Partial<Uri>): Uri {
    return Uri.from({ ...this, ...change });
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    const { scheme, authority, path, query } = this;
    const isLocal = scheme === 'file' || authority !== '';
    const escaped = path.split('/').map(encodeURIComponent).join('/');
    return `${scheme}:${isLocal ? '//' : ''}${authority}${escaped}${query && `?${encodeURIComponent(query)}`}`;
  }
}

export class DocumentLink {
  constructor(
    readonly range: Range,
    readonly target: Uri,
  ) {}
}

// Plain values, created by the extension and read by tests.
export class ThemeColor {
  constructor(readonly id: string) {}
}
export class ThemeIcon {
  static readonly File = new ThemeIcon('file');
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}
export class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState = 0,
  ) {}
}
export class CodeLens {
  constructor(
    readonly range: Range,
    readonly command?: { command: string; title: string; arguments?: unknown[] },
  ) {}
}
export class Hover {
  constructor(
    readonly contents: MarkdownString,
    readonly range?: Range,
  ) {}
}
export class DataTransferItem {
  constructor(readonly value: unknown) {}
}
export class MarkdownString {
  value = '';
  isTrusted: unknown;
  appendText(text: string): this {
    this.value += text;
    return this;
  }
  appendMarkdown(text: string): this {
    return this.appendText(text);
  }
}
export class NotebookRange {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}
}
export class NotebookCellData {
  constructor(
    readonly kind: number,
    readonly value: string,
    readonly languageId: string,
  ) {}
}
export class NotebookEdit {
  static replaceCells(range: NotebookRange, cells: NotebookCellData[]): NotebookEdit {
    return new NotebookEdit(range, cells);
  }
  constructor(
    readonly range: NotebookRange,
    readonly cells: NotebookCellData[],
  ) {}
}
export class TextEdit {
  constructor(
    readonly range: Range,
    readonly newText: string,
  ) {}
}
export class WorkspaceEdit {
  readonly steps: { uri: Uri; run: () => unknown }[] = [];
  deleteFile(uri: Uri): void {
    this.steps.push({ uri, run: () => void fake.files.delete(uri.toString()) });
  }
  createFile(uri: Uri, { contents }: { contents?: Uint8Array } = {}): void {
    const text = new TextDecoder().decode(contents);
    this.steps.push({ uri, run: () => void fake.files.set(uri.toString(), text) });
  }
  set(uri: Uri, edits: (NotebookEdit | [TextEdit, unknown])[]): void {
    const is = (one: { uri: Uri }) => one.uri.toString() === uri.toString();
    const run = async () => {
      for (const edit of edits) {
        if (edit instanceof NotebookEdit) {
          workspace.notebookDocuments.find(is)!.replace(edit);
        } else {
          const document = await workspace.openTextDocument(uri);
          fake.change(document, document.replaced(edit[0]));
        }
      }
    };
    this.steps.push({ uri, run });
  }
  renameFile(from: Uri, to: Uri): void {
    const run = () =>
      !fake.files.has(to.toString()) &&
      fake.done.push(['rename', from.toString(), to.toString()]) > 0;
    this.steps.push({ uri: from, run });
  }
  entries(): [Uri, unknown[]][] {
    return this.steps.map(({ uri }) => [uri, []]);
  }
}
export class FileSystemError extends Error {
  static FileNotFound = (name: string) => new FileSystemError(name);
  readonly code = 'FileNotFound';
}

// Classes that the language client derives its own from.
class Value {
  constructor(...values: unknown[]) {
    void values;
  }
}
export const CallHierarchyItem = Value;
export const CancellationError = Error;
export const CodeAction = Value;
export const CompletionItem = Value;
export const Diagnostic = Value;
export const InlayHint = Value;
export const SymbolInformation = Value;
export const TabInputCustom = class {};
export const TabInputNotebook = class {};
export const TabInputTextDiff = class {};
export const TypeHierarchyItem = Value;

export class TabInputWebview {
  constructor(readonly viewType: string) {}
}
export class TabInputText {
  constructor(readonly uri: Uri) {}
}

export class CodeActionKind {
  static readonly Empty = new CodeActionKind('');
  constructor(readonly value: string) {}
  append(part: string): CodeActionKind {
    return new CodeActionKind(`${this.value}.${part}`);
  }
}

const named = (...names: string[]) => Object.fromEntries(names.map((name, i) => [name, i]));
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const DiagnosticSeverity = named('Error', 'Warning', 'Information', 'Hint');
export const FilePermission = { Readonly: 1 };
export const FileChangeType = named('_', 'Changed', 'Created', 'Deleted');
export const FileType = { File: 1, Directory: 2 };
export const LogLevel = named('Off', 'Trace', 'Debug', 'Info', 'Warning', 'Error');
export const NotebookCellKind = { Markup: 1, Code: 2 };
export const NotebookEditorRevealType = named('Default', 'InCenter', 'InCenterIfOutsideViewport');
export const OverviewRulerLane = { Right: 4 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const TextDocumentChangeReason = { Undo: 1, Redo: 2 };
export const TextDocumentSaveReason = { Manual: 1 };
export const TextEditorRevealType = named(
  'Default',
  'InCenter',
  'InCenterIfOutsideViewport',
  'AtTop',
);
export const TextEditorSelectionChangeKind = { Keyboard: 1, Mouse: 2, Command: 3 };
export const TreeItemCollapsibleState = named('None', 'Collapsed', 'Expanded');
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1, Two: 2 };
export const UIKind = { Desktop: 1, Web: 2 };

export class TextDocument {
  version = 1;
  isDirty = false;
  isClosed = false;
  canSave = true;
  constructor(
    readonly uri: Uri,
    public text: string,
    readonly languageId: string,
  ) {}
  get fileName(): string {
    return this.uri.path;
  }
  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled';
  }
  get lineCount(): number {
    return this.#lines.length;
  }
  get #lines(): string[] {
    return this.text.split('\n');
  }
  getText(range?: Range): string {
    return range ? this.text.slice(this.#at(range.start), this.#at(range.end)) : this.text;
  }
  /** Returns the text after an edit. */
  replaced({ range: { start, end }, newText }: TextEdit): string {
    return this.text.slice(0, this.#at(start)) + newText + this.text.slice(this.#at(end));
  }
  lineAt(line: number) {
    const text = this.#lines[line]!;
    const range = new Range(line, 0, line, text.length);
    return { text, range, isEmptyOrWhitespace: text.trim() === '' };
  }
  save(): Promise<boolean> {
    if (this.canSave) {
      this.isDirty = false;
      fake.files.set(this.uri.toString(), this.text);
      on.changeText.fire({ document: this, contentChanges: [] }); // VS Code also fires it when isDirty changes
      on.saveText.fire(this);
    }
    return Promise.resolve(this.canSave);
  }
  #at({ line, character }: Position): number {
    const lines = this.#lines.slice(0, line).map((text) => text.length + 1);
    return lines.reduce((sum, length) => sum + length, character);
  }
}

export class NotebookDocument {
  readonly notebookType = 'jupyter-notebook';
  readonly isClosed = false;
  isDirty = false;
  version = 1;
  #cells: ReturnType<NotebookDocument['cellOf']>[];
  constructor(
    readonly uri: Uri,
    texts: string[],
  ) {
    this.#cells = texts.map((text) => this.cellOf(new NotebookCellData(1, text, 'markdown')));
  }
  getCells() {
    return this.#cells;
  }
  cellOf({ kind, value, languageId, ...more }: NotebookCellData) {
    const uri = Uri.parse(`vscode-notebook-cell://${this.uri.path}?${fake.next++}`);
    const document = new TextDocument(uri, value, languageId);
    const nothing = { outputs: [] as unknown[], metadata: {}, executionSummary: undefined };
    return { kind, document, ...nothing, ...more };
  }
  replace({ range: { start, end }, cells }: NotebookEdit): void {
    this.#cells.splice(start, end - start, ...cells.map((cell) => this.cellOf(cell)));
  }
  save(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

export class TextEditor {
  viewColumn: number | undefined = ViewColumn.One;
  selection = new Selection(0, 0, 0, 0);
  visibleRanges: Range[];
  /** The range last revealed. */
  revealed: Range | undefined;
  /** The ranges of each decoration type, by its options. */
  readonly decorations = new Map<object, unknown[]>();
  constructor(readonly document: TextDocument) {
    this.visibleRanges = [new Range(0, 0, document.lineCount - 1, 0)];
  }
  revealRange(range: Range): void {
    this.revealed = range;
  }
  setDecorations({ options }: { options: object }, ranges: unknown[]): void {
    this.decorations.set(options, ranges);
  }
}

const on = {
  createFiles: new EventEmitter<void>(),
  deleteFiles: new EventEmitter<void>(),
  renameFiles: new EventEmitter<{ files: { oldUri: Uri; newUri: Uri }[] }>(),
  configuration: new EventEmitter<{ affectsConfiguration(name: string): boolean }>(),
  diagnostics: new EventEmitter<void>(),
  openText: new EventEmitter<TextDocument>(),
  changeText: new EventEmitter<{
    document: TextDocument;
    reason?: number;
    contentChanges: object[];
  }>(),
  saveText: new EventEmitter<TextDocument>(),
  closeText: new EventEmitter<TextDocument>(),
  tabs: new EventEmitter<{ closed: { input: unknown }[] }>(),
  closeNotebook: new EventEmitter<NotebookDocument>(),
  activeEditor: new EventEmitter<TextEditor | undefined>(),
  activeNotebook: new EventEmitter<unknown>(),
  visibleEditors: new EventEmitter<readonly TextEditor[]>(),
  notebookSelection: new EventEmitter<unknown>(),
  ranges: new EventEmitter<{ textEditor: TextEditor }>(),
  selection: new EventEmitter<{ textEditor: TextEditor; kind?: number }>(),
  windowState: new EventEmitter<{ focused: boolean }>(),
};

/** Acts as the writer, and shows what is in the window. */
export const fake = {
  on,
  next: 1,
  /** Files by URI. */
  files: new Map<string, string>(),
  settings: {} as Record<string, unknown>,
  /** The user's settings; the others are those of the workspace. */
  own: {} as Record<string, unknown>,
  diagnostics: [] as unknown[],
  contexts: {} as Record<string, unknown>,
  registered: new Map<string, (...args: any[]) => unknown>(),
  trees: {} as Record<string, any>,
  panels: [] as WebviewPanel[],
  picks: [] as QuickPick[],
  status: undefined as any,
  hovers: [] as any[],
  serializers: {} as Record<string, any>,
  contents: {} as Record<string, any>,
  systems: {} as Record<string, any>,
  links: [] as any[],
  watchers: [] as any[],
  log: [] as string[],
  /** What VS Code has been asked to do, the newest last: commands, messages, questions, texts to show and others. */
  done: [] as [what: string, ...details: any[]][],
  /** The writer's next answers, in order. */
  answers: [] as unknown[],

  /** Returns the details of the newest entry of a kind. */
  last: (what: string) => fake.done.findLast(([one]) => one === what)?.slice(1) as any[],
  run: (command: string, ...args: unknown[]) => commands.executeCommand(command, ...args) as any,

  /** Opens a text in an editor and focuses it. */
  open(address: string, text: string, languageId = 'markdown'): TextEditor {
    const document = new TextDocument(Uri.parse(address), text, languageId);
    workspace.textDocuments.push(document);
    on.openText.fire(document);
    return fake.show(document);
  },
  show(document: TextDocument): TextEditor {
    const shown = window.visibleTextEditors.find((one) => one.document === document);
    const editor = shown ?? new TextEditor(document);
    if (shown === undefined) {
      window.visibleTextEditors.push(editor);
      on.visibleEditors.fire(window.visibleTextEditors);
    }
    fake.activate(editor);
    return editor;
  },
  /** Focuses an editor, or a page if it is undefined. */
  activate(editor: TextEditor | undefined): void {
    window.activeTextEditor = editor;
    on.activeEditor.fire(editor);
  },
  openNotebook(address: string, texts: string[]) {
    const notebook = new NotebookDocument(Uri.parse(address), texts);
    const editor = {
      notebook,
      viewColumn: ViewColumn.One,
      selection: new NotebookRange(0, 1),
      revealRange: () => {},
    };
    workspace.notebookDocuments.push(notebook);
    window.visibleNotebookEditors.push(editor);
    window.activeNotebookEditor = editor;
    window.activeTextEditor = undefined;
    on.activeNotebook.fire(editor);
    return editor;
  },
  /** Closes a text and its editors. */
  close(document: TextDocument): void {
    document.isClosed = true;
    workspace.textDocuments = workspace.textDocuments.filter((one) => one !== document);
    window.visibleTextEditors = window.visibleTextEditors.filter(
      (one) => one.document !== document,
    );
    if (window.activeTextEditor?.document === document) {
      window.activeTextEditor = window.visibleTextEditors[0];
    }
    on.closeText.fire(document);
  },
  /** Changes a text, as typing does. */
  change(document: TextDocument, text: string, reason?: number): void {
    const range = new Range(0, 0, document.lineCount, 0);
    document.text = text;
    document.version++;
    document.isDirty = true;
    on.changeText.fire({ document, contentChanges: [{ range, text }], ...(reason && { reason }) });
  },
  caret(
    editor: TextEditor,
    line: number,
    character = 0,
    kind = TextEditorSelectionChangeKind.Keyboard,
  ): void {
    editor.selection = new Selection(line, character, line, character);
    on.selection.fire({ textEditor: editor, kind });
  },
  configure(settings: Record<string, unknown>): void {
    const changed = Object.keys({ ...fake.settings, ...settings });
    fake.settings = settings;
    on.configuration.fire({
      affectsConfiguration: (name) =>
        changed.some((one) => one === name || one.startsWith(`${name}.`)),
    });
  },
};

/** Records a question, and returns the writer's next answer: a value or a function of the question. */
function ask(what: string, ...details: any[]): Promise<any> {
  fake.done.push([what, ...details]);
  const answer = fake.answers.shift();
  return Promise.resolve(typeof answer === 'function' ? answer(...details) : answer);
}

export class QuickPick {
  busy = false;
  #items: any[] = [];
  activeItems: any[] = [];
  selectedItems: any[] = [];
  isShown = false;
  readonly #active = new EventEmitter<any[]>();
  readonly #accept = new EventEmitter<void>();
  readonly #hide = new EventEmitter<void>();
  readonly #button = new EventEmitter<{ item: any }>();
  readonly #value = new EventEmitter<string>();
  readonly #own = new EventEmitter<unknown>();
  value = '';
  buttons: any[] = [];
  get items(): any[] {
    return this.#items;
  }
  set items(items: any[]) {
    this.#items = items;
    this.activeItems = items.filter(({ kind }) => kind !== QuickPickItemKind.Separator).slice(0, 1);
  }
  onDidChangeActive = this.#active.event;
  onDidAccept = this.#accept.event;
  onDidHide = this.#hide.event;
  onDidTriggerItemButton = this.#button.event;
  onDidChangeValue = this.#value.event;
  onDidTriggerButton = this.#own.event;
  show(): void {
    this.isShown = true;
  }
  hide(): void {
    this.isShown = false;
    this.#hide.fire();
  }
  dispose(): void {}
  type(value: string): void {
    this.value = value;
    this.#value.fire(value);
  }
  /** Triggers a button of the quick pick. */
  press(button: any): void {
    this.#own.fire(button);
  }
  look(item: any): void {
    this.#active.fire([item]);
  }
  choose(item: any): void {
    this.selectedItems = this.activeItems = [item];
    this.#accept.fire();
  }
  /** Triggers the button of an item. */
  click(item: any): void {
    this.#button.fire({ item });
  }
}

export class WebviewPanel {
  visible = true;
  readonly posted: any[] = [];
  readonly #disposed = new EventEmitter<void>();
  readonly #received = new EventEmitter<unknown>();
  readonly #seen = new EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#seen.event;
  readonly webview = {
    html: '',
    options: {},
    cspSource: 'self',
    asWebviewUri: (uri: Uri) => uri,
    onDidReceiveMessage: this.#received.event,
    postMessage: (message: unknown) => void this.posted.push(message),
  };
  constructor(
    readonly type: string,
    readonly title: string,
    readonly column?: unknown,
  ) {}
  reveal(): void {
    fake.done.push(['reveal', this.type]);
  }
  dispose(): void {
    this.#disposed.fire();
  }
  /** Covers the panel with another tab, or shows it again. */
  cover(isCovered: boolean): void {
    this.visible = !isCovered;
    this.#seen.fire();
  }
  /** Sends a message from the page. */
  say(message: unknown): void {
    this.#received.fire(message);
  }
  /** Returns the newest message of a type. */
  last(type: string): any {
    return this.posted.findLast((one) => one.type === type);
  }
}

export const window = {
  activeTextEditor: undefined as TextEditor | undefined,
  activeNotebookEditor: undefined as any,
  visibleTextEditors: [] as TextEditor[],
  visibleNotebookEditors: [] as any[],
  tabGroups: {
    get all() {
      const tabs = window.visibleTextEditors.map(({ document: { uri } }) => ({
        input: new TabInputText(uri),
      }));
      return [{ isActive: true, activeTab: tabs[0], tabs }];
    },
    onDidChangeTabs: on.tabs.event,
    onDidChangeTabGroups: new EventEmitter().event,
  },
  state: { focused: true },
  onDidChangeActiveTextEditor: on.activeEditor.event,
  onDidChangeActiveNotebookEditor: on.activeNotebook.event,
  onDidChangeVisibleTextEditors: on.visibleEditors.event,
  onDidChangeNotebookEditorSelection: on.notebookSelection.event,
  onDidChangeTextEditorSelection: on.selection.event,
  onDidChangeTextEditorVisibleRanges: on.ranges.event,
  onDidChangeWindowState: on.windowState.event,
  showErrorMessage: (text: string, ...buttons: string[]) => ask('error', text, buttons),
  showWarningMessage: (text: string, options?: object, ...buttons: string[]) =>
    ask('warning', text, options, buttons),
  showInformationMessage: (text: string, ...buttons: string[]) => ask('information', text, buttons),
  showInputBox: (options: object) => ask('input', options),
  showQuickPick: (items: unknown[], options: object) => ask('pick', items, options),
  showOpenDialog: (options: object) => ask('openDialog', options),
  showSaveDialog: (options: object) => ask('saveDialog', options),
  setStatusBarMessage: (text: string) => void fake.done.push(['said', text]),
  createQuickPick() {
    const pick = new QuickPick();
    fake.picks.push(pick);
    return pick;
  },
  createTextEditorDecorationType: (options: object) => ({ options, dispose: () => {} }),
  createStatusBarItem() {
    fake.status = { isShown: false, dispose: () => {} };
    const show = (isShown: boolean) => () => void (fake.status.isShown = isShown);
    return Object.assign(fake.status, { show: show(true), hide: show(false) });
  },
  createTreeView(id: string, options: any) {
    const [selected, collapsed, visibility] = [1, 2, 3].map(() => new EventEmitter<any>());
    return (fake.trees[id] = {
      ...{ ...options, visible: true, selection: [], selected, collapsed, visibility },
      onDidChangeSelection: selected!.event,
      onDidCollapseElement: collapsed!.event,
      onDidChangeVisibility: visibility!.event,
      revealed: [] as unknown[],
      async reveal(node: unknown, { select = true } = {}) {
        // VS Code looks for the rows above first.
        for (let row = node; row !== undefined; row = options.treeDataProvider.getParent(row)) {}
        this.revealed.push(node);
        if (select) {
          this.select([node]);
        }
      },
      select(rows: unknown[]) {
        this.selection = rows;
        selected!.fire({ selection: rows });
      },
      /** Begins to read the rows again; there is no selection until they have been read. */
      readAgain() {
        this.selection = [];
      },
      dispose: () => {},
    });
  },
  createOutputChannel() {
    const note = (level: string) => (text: string) => void fake.log.push(`${level} ${text}`);
    const channel = Object.fromEntries(
      ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine'].map((l) => [l, note(l)]),
    );
    const show = () => void fake.done.push(['log']);
    const onDidChangeLogLevel = new EventEmitter().event;
    return { ...channel, show, logLevel: 3, onDidChangeLogLevel, dispose: () => {} };
  },
  createWebviewPanel(type: string, title: string, column: unknown) {
    const panel = new WebviewPanel(type, title, column);
    fake.panels.push(panel);
    return panel;
  },
  registerWebviewPanelSerializer(type: string, serializer: unknown) {
    fake.serializers[type] = serializer;
    return { dispose: () => {} };
  },
  async showTextDocument(what: Uri | TextDocument, options: any = {}) {
    const document = what instanceof Uri ? await workspace.openTextDocument(what) : what;
    fake.done.push(['show', document.uri.toString(), options]);
    const active = window.activeTextEditor;
    const editor = fake.show(document);
    if (options.preserveFocus) {
      window.activeTextEditor = active;
    }
    if (options.selection) {
      const { start, end } = options.selection as Range;
      editor.selection = new Selection(start, end);
    }
    return editor;
  },
  async showNotebookDocument(notebook: NotebookDocument, options: any) {
    fake.done.push(['showNotebook', notebook.uri.toString(), options]);
    return window.visibleNotebookEditors.find((one) => one.notebook === notebook);
  },
};

const nothing = () => ({ dispose: () => {} });
const never = new EventEmitter<any>().event;

export const workspace = {
  isTrusted: true,
  onDidGrantWorkspaceTrust: never,
  textDocuments: [] as TextDocument[],
  notebookDocuments: [] as NotebookDocument[],
  workspaceFolders: undefined as { uri: Uri; name: string; index: number }[] | undefined,
  onDidOpenTextDocument: on.openText.event,
  onDidCloseTextDocument: on.closeText.event,
  onDidChangeTextDocument: on.changeText.event,
  onDidSaveTextDocument: on.saveText.event,
  onDidCloseNotebookDocument: on.closeNotebook.event,
  onDidChangeConfiguration: on.configuration.event,
  onDidCreateFiles: on.createFiles.event,
  onDidDeleteFiles: on.deleteFiles.event,
  fs: {
    async readFile(uri: Uri) {
      const text = fake.files.get(uri.toString());
      if (text === undefined) {
        throw FileSystemError.FileNotFound(uri.path);
      }
      return new TextEncoder().encode(text);
    },
    async writeFile(uri: Uri, bytes: Uint8Array) {
      fake.files.set(uri.toString(), new TextDecoder().decode(bytes));
    },
    /** A folder exists if it contains files. */
    async stat(uri: Uri) {
      if (![...fake.files.keys()].some((one) => one === `${uri}` || one.startsWith(`${uri}/`))) {
        throw FileSystemError.FileNotFound(uri.path);
      }
    },
    async delete(uri: Uri) {
      fake.done.push(['delete', uri.toString()]);
    },
    async readDirectory(uri: Uri) {
      const inside = [...fake.files.keys()].filter((one) => one.startsWith(`${uri}/`));
      return inside.map((one) => [one.slice(`${uri}/`.length), FileType.File] as [string, number]);
    },
  },
  asRelativePath: ({ path }: Uri) => path.split('/').at(-1)!,
  getWorkspaceFolder: ({ path }: Uri) =>
    workspace.workspaceFolders?.find(({ uri }) => path.startsWith(`${uri.path}/`)),
  /** Returns the settings in `fake`; those of a language are under [LANGUAGE]. */
  getConfiguration(_section?: string, scope?: { languageId?: string }) {
    /** Returns the settings below a name, as a tree. */
    const under = (settings: Record<string, unknown> = {}, name: string) => {
      const tree: any = {};
      for (const [key, value] of Object.entries(settings)) {
        const [first, ...names] = key.split('.');
        const last = names.pop()!;
        if (first === name) {
          names.reduce((node, one) => (node[one] ??= {}), tree)[last] = value;
        }
      }
      return tree;
    };
    return {
      get: (name: string, otherwise: unknown) => fake.settings[name] ?? otherwise,
      inspect: (name: string) => ({
        globalValue: under(fake.own, name),
        workspaceValue: under(fake.settings, name),
        workspaceLanguageValue: under(fake.settings[`[${scope?.languageId}]`] as any, name),
      }),
      async update(name: string, value: unknown, target: unknown) {
        fake.done.push(['setting', name, value, target]);
      },
    };
  },
  async openTextDocument(what: Uri | { content: string; language: string }) {
    if (!(what instanceof Uri)) {
      return new TextDocument(Uri.parse('untitled:Untitled-1'), what.content, what.language);
    }
    const address = what.toString();
    const open = workspace.textDocuments.find(({ uri }) => uri.toString() === address);
    const content =
      fake.contents[what.scheme]?.provideTextDocumentContent(what) ??
      (fake.systems[what.scheme] &&
        new TextDecoder().decode(fake.systems[what.scheme].readFile(what))) ??
      fake.files.get(address);
    if (open === undefined && content === undefined) {
      throw FileSystemError.FileNotFound(what.path);
    }
    const document = open ?? new TextDocument(what, content!, 'markdown');
    if (open === undefined) {
      workspace.textDocuments.push(document);
    }
    return document;
  },
  async applyEdit({ steps }: WorkspaceEdit) {
    for (const { run } of steps) {
      if ((await run()) === false) {
        return false;
      }
    }
    return true;
  },
  registerTextDocumentContentProvider(scheme: string, provider: unknown) {
    fake.contents[scheme] = provider;
    return nothing();
  },
  registerFileSystemProvider(scheme: string, provider: unknown) {
    fake.systems[scheme] = provider;
    return nothing();
  },
  createFileSystemWatcher(pattern: string) {
    const [created, changed, deleted] = [1, 2, 3].map(() => new EventEmitter<Uri>());
    const watcher = { pattern, created, changed, deleted, dispose: () => {} };
    fake.watchers.push(watcher);
    return Object.assign(watcher, {
      onDidCreate: created!.event,
      onDidChange: changed!.event,
      onDidDelete: deleted!.event,
    });
  },
  // Events that the language client listens to.
  onDidChangeWorkspaceFolders: never,
  onDidOpenNotebookDocument: never,
  onDidChangeNotebookDocument: never,
  onDidSaveNotebookDocument: never,
  onWillSaveTextDocument: never,
  onDidRenameFiles: on.renameFiles.event,
  onWillCreateFiles: never,
  onWillRenameFiles: never,
  onWillDeleteFiles: never,
};

export const commands = {
  registerCommand(name: string, run: (...args: any[]) => unknown) {
    if (fake.registered.has(name)) {
      throw new Error(`${name} is registered twice`);
    }
    fake.registered.set(name, run);
    return { dispose: () => fake.registered.delete(name) };
  },
  async executeCommand(name: string, ...args: unknown[]): Promise<unknown> {
    if (name === 'setContext') {
      fake.contexts[args[0] as string] = args[1];
      return undefined;
    }
    const run = fake.registered.get(name);
    fake.done.push(['command', name, ...args]);
    return run?.(...args);
  },
};

export const languages = {
  match: () => 1,
  getDiagnostics: () => fake.diagnostics,
  onDidChangeDiagnostics: on.diagnostics.event,
  createDiagnosticCollection: () => ({
    set: () => {},
    delete: () => {},
    clear: () => {},
    dispose: () => {},
  }),
  registerHoverProvider(_selector: unknown, provider: unknown) {
    fake.hovers.push(provider);
    return nothing();
  },
  registerDocumentLinkProvider(_selector: unknown, provider: unknown) {
    fake.links.push(provider);
    return nothing();
  },
};

export const env = {
  language: 'en',
  remoteName: undefined as string | undefined,
  uiKind: UIKind.Desktop,
  appName: 'test',
};
export const l10n = { bundle: undefined };
export const version = '1.100.0';
export const extensions = {
  installed: { 'segls.segls': { extensionUri: Uri.file('/extension') } } as Record<string, unknown>,
  getExtension: (name: string) => extensions.installed[name],
};
