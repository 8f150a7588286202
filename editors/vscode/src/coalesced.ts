/** The longest pause between two runs, in milliseconds. */
const longest = 2000;

/**
 * coalesced returns a function that runs an action, but never twice at the same time: calls during a run return at once
 * and lead to one more run. It pauses between runs, longer after slow ones, so that most of the time is left to other
 * work. The shorter of the last two runs counts, because a long one may have waited for the server.
 */
export function coalesced(action: () => Promise<void>, least = 0): () => Promise<void> {
  let running = false;
  let again = false;
  let took = 0; // the duration of the last run
  let rested = 0; // the earliest time of the next run
  const run = async () => {
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
      if (again) {
        await run(); // the action failed after another call
      }
    }
  };
  return run;
}
