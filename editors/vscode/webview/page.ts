// What every webview does: talk to the extension, and build its elements. Text goes into
// them as text and never as HTML.

interface VSCode {
  postMessage(message: unknown): void;
}

declare function acquireVsCodeApi(): VSCode;

/** connect hands what the extension says to receive, and returns the way back. */
export function connect<To, From>(receive: (message: To) => void): (message: From) => void {
  const vscode = acquireVsCodeApi();
  window.addEventListener('message', ({ data }) => receive(data as To));
  return (message) => vscode.postMessage(message);
}

type Attributes = Record<string, string | number | boolean | undefined>;

/** element makes an element with attributes and content. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? '' : String(value));
    }
  }
  made.append(...content);
  return made;
}

/** announcer makes a place whose text is read out by screen readers whenever it changes. */
export function announcer(): HTMLElement {
  return element('p', { class: 'announcer', role: 'status', 'aria-live': 'polite' });
}

/** onThemeChange calls back when VS Code puts another theme on the page. */
export function onThemeChange(changed: () => void): void {
  new MutationObserver(changed).observe(document.body, {
    attributes: true,
    attributeFilter: ['class', 'data-vscode-theme-id'],
  });
}
