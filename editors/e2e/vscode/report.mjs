// One line a test, and the closing line with the counts.

import { stripVTControlCharacters } from 'node:util';

export class Report {
  passed = 0;
  failed = 0;
  skipped = 0;

  /** Runs body and reports how it ended; body gets no second chance. */
  async test(name, body) {
    const start = Date.now();
    try {
      await body();
      this.passed++;
      console.log(`ok      ${name} (${seconds(start)})`);
    } catch (error) {
      this.failed++;
      console.log(`not ok  ${name} (${seconds(start)})`);
      const trace = stripVTControlCharacters(String(error.stack ?? error));
      console.log(trace.replace(/^/gm, '          '));
    }
  }

  skip(name, reason) {
    this.skipped++;
    console.log(`skip    ${name}: ${reason}`);
  }

  /** Prints the counts and returns the exit code of the run. */
  close() {
    console.log(`${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`);
    return this.failed > 0 ? 1 : 0;
  }
}

function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
