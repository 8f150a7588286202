// Prints a line for each run of a scenario, then the failures and counts.

import { stripVTControlCharacters } from "node:util";

/** The maximum number of failures for a second try: more are not flakes. */
const most = 10;

export class Report {
  #passed = new Set();
  #failed = new Set();
  #again = new Set(); // passed at the second try

  /** Runs body, prints the result, and returns whether it passed. */
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

  /** Whether the failures are few enough for a second try. */
  get allowsSecondTry() {
    return this.#failed.size > 0 && this.#failed.size <= most;
  }

  /** Prints the failures and counts, and returns the exit code. */
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
