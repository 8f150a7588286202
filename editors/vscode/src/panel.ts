// A webview panel, and the messages between its page and the extension.

import {
  type Disposable,
  type ExtensionContext,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import { language } from './language';

/** Panel shows a page in at most one webview; To and From are its messages. On `ready` the page gets all it shows. */
export abstract class Panel<To, From extends { type: string }> implements Disposable {
  #panel: WebviewPanel | undefined;
  readonly #restoring: Disposable;

  constructor(
    private readonly context: ExtensionContext,
    /** The page's script and style are out/NAME.js and out/NAME.css. */
    private readonly name: string,
    private readonly title: string,
    /**
     * Whether the page takes the focus, and whether it opens in the place of the text rather than beside it.
     */
    private readonly uses: { keyboard?: boolean; room?: boolean } = {},
  ) {
    // Restores the page after a reload of the window.
    this.#restoring = window.registerWebviewPanelSerializer(this.#type, {
      deserializeWebviewPanel: (panel) => Promise.resolve(this.#fill(panel)),
    });
  }

  /** Handles a message from the page. */
  protected abstract receive(message: From): void | Promise<void>;

  /** Called when the page may have become visible again, for example when it gets the focus. */
  protected reappeared(): void {}

  /** Opens the page, or reveals it if it is open. */
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
        { retainContextWhenHidden: this.uses.room ?? false }, // other editors often cover it
      ),
    );
  }

  get #type(): string {
    return `segls.${this.name}`;
  }

  /** The folder from which the page may load files. */
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

  /** Returns the column for a page: beside the text, unless the page needs room or another seems to have the focus. */
  #column(): ViewColumn {
    if (this.uses.room) {
      return ViewColumn.Active;
    }
    const atPage = window.activeTextEditor === undefined && window.tabGroups.all.length > 1;
    return atPage ? ViewColumn.Active : ViewColumn.Beside;
  }

  protected get isVisible(): boolean {
    return this.#panel?.visible ?? false;
  }

  protected post(message: To): void {
    void this.#panel?.webview.postMessage(message);
  }

  protected focus(): void {
    this.#panel?.reveal();
  }

  dispose(): void {
    this.#restoring.dispose();
    this.#panel?.dispose();
  }
}

/** Returns the HTML of the page. Its content security policy allows only our script and style. */
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
