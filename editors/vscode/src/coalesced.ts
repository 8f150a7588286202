/**
 * coalesced makes of an action one that never runs twice at a time: calls during a run are
 * answered together by one more run after it. Between two runs it rests, at least so many
 * milliseconds and four times as long as the last run took, so that what follows every keystroke
 * leaves most of the time to the others.
 */
export function coalesced(action: () => Promise<void>, least = 0): () => Promise<void> {
  let running = false;
  let again = false;
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
        rested = Date.now() + Math.max(least, 4 * (Date.now() - start));
      } while (again);
    } finally {
      running = false;
    }
  };
}
