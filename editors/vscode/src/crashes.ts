// Decides when to stop restarting a server that keeps crashing.

const most = 3;
const period = 60_000;

export class Crashes {
  #times: number[] = [];

  /** Counts a crash at a time in milliseconds. Reports whether the last `period` had at most `most` crashes. */
  mayRestart(now: number): boolean {
    this.#times = [...this.#times.filter((time) => now - time < period), now];
    return this.#times.length <= most;
  }

  forget(): void {
    this.#times = [];
  }
}
