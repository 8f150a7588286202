// The order in which the board has changed texts, so that its undo and redo apply to the right text.

export class History {
  readonly #done: string[] = [];
  readonly #undone: string[] = [];

  /** Records a change of a text. */
  add(uri: string): void {
    this.#done.push(uri);
    this.#undone.length = 0;
  }

  /** Records that the last change is undone or redone, and returns its text; undefined if there is none. */
  take(command: 'undo' | 'redo'): string | undefined {
    const [from, to] = command === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
    const uri = from.pop();
    if (uri !== undefined) {
      to.push(uri);
    }
    return uri;
  }
}
