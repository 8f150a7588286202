// One line a test, and the closing line with the counts.

import { stripVTControlCharacters } from "node:util";

export class Report {
  passed = 0;
  failed = 0;
  skipped = 0;
  #only;

  /** Where only is given, tests whose name it does not match as a pattern are left out. */
  constructor(only = "") {
    this.#only = new RegExp(only);
  }

  /** Runs body and reports how it ended; body gets no second chance. */
  async test(name, body) {
    if (!this.#only.test(name)) {
      return;
    }
    const start = Date.now();
    try {
      await body();
      this.passed++;
      console.log(`ok      ${name} (${seconds(start)})`);
    } catch (error) {
      this.fail(`${name} (${seconds(start)})`, error);
    }
  }

  fail(what, error) {
    this.failed++;
    console.log(`not ok  ${what}`);
    const trace = stripVTControlCharacters(String(error.stack ?? error));
    console.log(trace.replace(/^/gm, "          "));
  }

  skip(name, reason) {
    this.skipped++;
    console.log(`skip    ${name}: ${reason}`);
  }

  /** Prints the counts and returns the exit code of the run. */
  close() {
    console.log(
      `${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`,
    );
    return this.failed > 0 ? 1 : 0;
  }
}

function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
