/**
 * coalesced makes of an action one that never runs twice at a time: calls during a run are
 * answered together by one more run after it.
 */
export function coalesced(action: () => Promise<void>): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      do {
        again = false;
        await action();
      } while (again);
    } finally {
      running = false;
    }
  };
}
