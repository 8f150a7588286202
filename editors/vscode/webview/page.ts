// Shared by all pages: messages and the creation of elements. Text must be inserted as text, never as HTML.

import { t } from '../src/language';
import type { Scope } from '../src/messages';

interface VSCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VSCode;

let vscode: VSCode | undefined; // can be acquired only once

/** connect passes messages from the extension to receive, and returns a function that sends messages back. */
export function connect<To, From>(receive: (message: To) => void): (message: From) => void {
  const { postMessage } = (vscode ??= acquireVsCodeApi());
  window.addEventListener('message', ({ data }) => receive(data as To));
  return (message) => postMessage(message);
}

/** State that survives when VS Code destroys the page and creates it again, as it does when a window is reloaded. */
export const memory = {
  recall: <T>() => (vscode ??= acquireVsCodeApi()).getState() as T | undefined,
  keep: (state: unknown) => (vscode ??= acquireVsCodeApi()).setState(state),
};

type Attributes = Record<string, string | number | boolean | undefined>;

/** element creates an element with attributes and content. */
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

/** announcer creates an element whose text screen readers announce when it changes. */
export function announcer(): HTMLElement {
  return element('p', { class: 'announcer', role: 'status', 'aria-live': 'polite' });
}

/** onThemeChange calls a function when the theme changes. */
export function onThemeChange(changed: () => void): void {
  new MutationObserver(changed).observe(document.body, {
    attributes: true,
    attributeFilter: ['class', 'data-vscode-theme-id'],
  });
}

/** ScopeSwitch lets the writer choose between the file and its work. It is hidden if there is no work. */
export class ScopeSwitch {
  readonly element: HTMLElement;
  readonly #buttons: Record<Scope, HTMLButtonElement>;

  constructor(choose: (scope: Scope) => void) {
    const button = (scope: Scope, label: string) => {
      const made = element('button', { type: 'button' }, label);
      made.addEventListener('click', () => choose(scope));
      return made;
    };
    this.#buttons = {
      file: button('file', t('This File')),
      work: button('work', t('The Whole Work')),
    };
    this.element = element(
      'div',
      { class: 'scopes', role: 'group', 'aria-label': t('What is shown'), hidden: true },
      ...Object.values(this.#buttons),
    );
  }

  show(scope: Scope | undefined): void {
    this.element.hidden = scope === undefined;
    for (const [name, button] of Object.entries(this.#buttons)) {
      button.setAttribute('aria-pressed', String(name === scope));
    }
  }
}
