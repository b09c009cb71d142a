/** Gives up on an answer after a time of silence; see `createAnswerWait`. */
type AnswerWait = <T>(answer: Promise<T>) => Promise<T>;

/**
 * Waits for answers of one server, and gives up when it has been silent for `patienceMs`: nothing heard since the
 * question, and no answer to another question either. So neither a long line of calls before this one nor a pause of
 * this process, whose answers lie unread meanwhile, is taken for a server that hangs.
 */
export function createAnswerWait(patienceMs: number): AnswerWait {
  let heardAt = -Infinity;
  return async (answer) => {
    const askedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let isSettled = false;
    const silence = new Promise<never>((_, reject) => {
      const look = () => {
        if (isSettled) return;
        const silentMs = performance.now() - Math.max(askedAt, heardAt);
        if (silentMs >= patienceMs) reject(new Error(`no answer within ${patienceMs} ms`));
        else lookIn(patienceMs - silentMs);
      };
      // Timers run before sockets are read: what has arrived by now is heard first.
      const lookIn = (ms: number) => {
        timer = setTimeout(() => setImmediate(look), ms);
      };
      lookIn(patienceMs);
    });
    try {
      const value = await Promise.race([answer, silence]);
      heardAt = performance.now();
      return value;
    } finally {
      isSettled = true;
      clearTimeout(timer);
    }
  };
}
