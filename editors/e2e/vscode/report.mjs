// One line a try of a scenario, and the closing lines with what has failed and the counts.

import { stripVTControlCharacters } from "node:util";

/** How many scenarios may fail at first: where more do, it is not the moment that is to blame. */
const most = 10;

export class Report {
  #passed = new Set();
  #failed = new Set();
  #again = new Set(); // those that passed at their second try

  /** Runs body, tells how it ended, and returns whether it passed. */
  async try(name, body) {
    const start = Date.now();
    const told = () =>
      `${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`;
    try {
      await body();
    } catch (error) {
      this.#failed.add(name);
      console.log(`failed  ${told()}`);
      const trace = stripVTControlCharacters(String(error.stack ?? error));
      console.log(trace.replace(/^/gm, "          "));
      return false;
    }
    if (this.#failed.delete(name)) {
      this.#again.add(name);
    }
    this.#passed.add(name);
    console.log(`ok      ${told()}`);
    return true;
  }

  /** Whether there is something to try a second time, and little enough. */
  get allowsSecondTry() {
    return this.#failed.size > 0 && this.#failed.size <= most;
  }

  /** Prints what has failed for good and the counts, and returns the exit code of the run. */
  close() {
    for (const name of this.#failed) {
      console.log(`not ok  ${name}`);
    }
    for (const name of this.#again) {
      console.log(`flake: ${name}`);
    }
    console.log(`${this.#passed.size} passed, ${this.#failed.size} failed, 0 skipped`);
    return this.#failed.size > 0 ? 1 : 0;
  }
}
