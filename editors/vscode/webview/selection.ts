// The selected cards: the focused one, and others selected with it.

export class Selection {
  /** The key of the focused card. */
  current = '';
  #anchor = ''; // where a selection with Shift begins
  #others = new Set<string>();

  has(key: string): boolean {
    return key === this.current || this.#others.has(key);
  }

  get size(): number {
    return this.#others.size + Number(!this.#others.has(this.current) && this.current !== '');
  }

  /** The cards in the order in which they were selected; those selected with Shift in the order of the board. */
  get keys(): string[] {
    return [...new Set([...this.#others, this.current])].filter((key) => key !== '');
  }

  only(key: string): void {
    this.current = this.#anchor = key;
    this.#others.clear();
  }

  toggle(key: string): void {
    if (this.#others.size === 0 && this.current !== '') {
      this.#others.add(this.current);
    }
    if (this.#others.has(key) && this.#others.size > 1) {
      this.#others.delete(key);
      this.current = this.#anchor = [...this.#others].at(-1)!;
      return;
    }
    this.#others.add(key);
    this.current = this.#anchor = key;
  }

  /** Selects all cards from the anchor to one. */
  extendTo(key: string, keys: readonly string[]): void {
    const from = Math.max(0, keys.indexOf(this.#anchor));
    const to = keys.indexOf(key);
    this.#others = new Set(keys.slice(Math.min(from, to), Math.max(from, to) + 1));
    this.current = key;
  }

  /** Removes cards that no longer exist. */
  keep(isThere: (key: string) => boolean): void {
    this.#others = new Set([...this.#others].filter(isThere));
    if (this.#others.size === 1) {
      this.#others.clear();
    }
  }
}
