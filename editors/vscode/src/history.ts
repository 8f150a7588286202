// Which texts the board has changed, one after the other, so that its undo and redo reach them whichever
// text is in front.

export class History {
  readonly #done: string[] = [];
  readonly #undone: string[] = [];

  /** Records that a text has been changed. */
  add(uri: string): void {
    this.#done.push(uri);
    this.#undone.length = 0;
  }

  /** The text in which the last change is to be undone, or the last one that was undone redone. */
  take(command: 'undo' | 'redo'): string | undefined {
    const [from, to] = command === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
    const uri = from.pop();
    if (uri !== undefined) {
      to.push(uri);
    }
    return uri;
  }
}
