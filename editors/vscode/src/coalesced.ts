/** The longest rest between two runs, in milliseconds. */
const longest = 2000;

/**
 * coalesced makes an action one that never runs twice at a time: calls during a run are answered
 * together by one more run after it. Between two runs it rests, at least so many milliseconds, so
 * that what follows every keystroke leaves most of the time to the others: four times as long as
 * the shorter of the last two runs took, for a single run may have waited for a server that was
 * starting or reading a work.
 */
export function coalesced(action: () => Promise<void>, least = 0): () => Promise<void> {
  let running = false;
  let again = false;
  let took = 0; // by the last run
  let rested = 0; // when the next run may begin
  return async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      do {
        const rest = rested - Date.now();
        if (rest > 0) {
          await new Promise((resolve) => setTimeout(resolve, rest));
        }
        again = false;
        const start = Date.now();
        await action();
        const before = took;
        took = Date.now() - start;
        rested = Date.now() + Math.max(least, Math.min(longest, 4 * Math.min(before, took)));
      } while (again);
    } finally {
      running = false;
    }
  };
}
