// Decides when a server that keeps dying is not started again.

const most = 3;
const period = 60_000;

export class Crashes {
  #times: number[] = [];

  /** Counts a crash at a time in milliseconds, and reports whether there were few lately. */
  mayRestart(now: number): boolean {
    this.#times = [...this.#times.filter((time) => now - time < period), now];
    return this.#times.length <= most;
  }

  forget(): void {
    this.#times = [];
  }
}
