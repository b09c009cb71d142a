/**
 * What `ask` answers, or, when it fails or has not answered after `afterMs`, whichever of it and `askOther` answers first. The
 * signal of both is aborted as soon as there is an answer. It fails when both do, with what the first one says.
 */
export async function answerOrAsk<T extends object>(
  ask: (until: AbortSignal) => Promise<T>,
  afterMs: number,
  askOther: (until: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const answered = new AbortController();
  const until = AbortSignal.any([signal, answered.signal]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), afterMs);
  });
  const asked = ask(until);
  try {
    const answer = await Promise.race([asked.catch(() => undefined), late]);
    if (answer) return answer;
    signal.throwIfAborted();
    // The one asked may still be first.
    return await Promise.any([asked, askOther(until)]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    clearTimeout(timer);
    answered.abort();
  }
}
