// A webview beside the text, and the messages between it and the extension.

import {
  type Disposable,
  type ExtensionContext,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import { language } from './language';

/**
 * Panel is a page that can be open at most once. To and From are its messages; whenever it
 * says that it is ready it is sent all that it shows.
 */
export abstract class Panel<To, From extends { type: string }> implements Disposable {
  #panel: WebviewPanel | undefined;
  readonly #restoring: Disposable;

  constructor(
    private readonly context: ExtensionContext,
    /** The page's script and style are out/NAME.js and out/NAME.css. */
    private readonly name: string,
    private readonly title: string,
    /** Whether it is one to work in, which has the keyboard, and whether it fills the place of the text. */
    private readonly uses: { keyboard?: boolean; room?: boolean } = {},
  ) {
    // Restores the page after the window was closed or reloaded with it.
    this.#restoring = window.registerWebviewPanelSerializer(this.#type, {
      deserializeWebviewPanel: (panel) => Promise.resolve(this.#fill(panel)),
    });
  }

  /** Answers a message of the page. */
  protected abstract receive(message: From): void | Promise<void>;

  /** Called when the page is on the screen again. */
  protected reappeared(): void {}

  /** Opens the page, or brings it forward where it is. */
  show(column = this.#column()): void {
    if (this.#panel !== undefined) {
      this.#panel.reveal();
      return;
    }
    this.#fill(
      window.createWebviewPanel(
        this.#type,
        this.title,
        { viewColumn: column, preserveFocus: !this.uses.keyboard },
        { retainContextWhenHidden: this.uses.room ?? false }, // texts are opened over it all the time
      ),
    );
  }

  get #type(): string {
    return `segls.${this.name}`;
  }

  /** The folder of all that the page may load. */
  get #out(): Uri {
    return Uri.joinPath(this.context.extensionUri, 'out');
  }

  #fill(panel: WebviewPanel): void {
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#out] };
    panel.iconPath = Uri.joinPath(this.context.extensionUri, 'icon.png');
    panel.onDidDispose(() => (this.#panel = undefined));
    panel.onDidChangeViewState(() => this.isVisible && this.reappeared());
    panel.webview.onDidReceiveMessage((message: From) => this.receive(message));
    this.#panel = panel;
    panel.webview.html = page(
      this.title,
      panel.webview.cspSource,
      String(panel.webview.asWebviewUri(Uri.joinPath(this.#out, `${this.name}.js`))),
      String(panel.webview.asWebviewUri(Uri.joinPath(this.#out, `${this.name}.css`))),
    );
  }

  /** Beside the text unless it needs the room; where another page is already and has the keyboard, with that one. */
  #column(): ViewColumn {
    if (this.uses.room) {
      return ViewColumn.Active;
    }
    const atPage = window.activeTextEditor === undefined && window.tabGroups.all.length > 1;
    return atPage ? ViewColumn.Active : ViewColumn.Beside;
  }

  /** Whether it is visible. */
  protected get isVisible(): boolean {
    return this.#panel?.visible ?? false;
  }

  protected post(message: To): void {
    void this.#panel?.webview.postMessage(message);
  }

  /** Gives it the keyboard. */
  protected focus(): void {
    this.#panel?.reveal();
  }

  dispose(): void {
    this.#restoring.dispose();
    this.#panel?.dispose();
  }
}

/** The page loads our script and style, and nothing else from anywhere; it speaks the language of the window. */
function page(title: string, source: string, script: string, style: string): string {
  const nonce = crypto.randomUUID();
  return `<!DOCTYPE html>
<html lang="${language.code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${source}; script-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>${title}</title>
</head>
<body>
<main id="main"></main>
<script id="language" type="application/json">${JSON.stringify(language).replaceAll('<', '\\u003c')}</script>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
