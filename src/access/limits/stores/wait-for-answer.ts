/** Rejects when the server is silent for too long; see `createAnswerWait`. */
type AnswerWait = <T>(answer: Promise<T>) => Promise<T>;

/**
 * Waits for answers of one server, and gives up when it has been silent for `patienceMs`: no answer since the
 * question, neither to it nor to another one. So a long queue of calls does not look like a hung server. Nor does a
 * pause of this process, during which answers lie unread.
 */
export function createAnswerWait(patienceMs: number): AnswerWait {
  let answeredAt = -Infinity;
  return async (answer) => {
    const askedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let isSettled = false;
    const silence = new Promise<never>((_, reject) => {
      const look = () => {
        if (isSettled) return;
        const silentMs = performance.now() - Math.max(askedAt, answeredAt);
        if (silentMs >= patienceMs) reject(new Error(`no answer within ${patienceMs} ms`));
        else lookIn(patienceMs - silentMs);
      };
      // Timers run before sockets are read. setImmediate lets answers that have arrived be processed first.
      const lookIn = (ms: number) => {
        timer = setTimeout(() => setImmediate(look), ms);
      };
      lookIn(patienceMs);
    });
    try {
      const value = await Promise.race([answer, silence]);
      answeredAt = performance.now();
      return value;
    } finally {
      isSettled = true;
      clearTimeout(timer);
    }
  };
}
