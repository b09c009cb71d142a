/**
 * What was asked, or, when it fails or has not come after `afterMs`, whichever of it and the other comes first. It fails when
 * both do, with what the first one says.
 */
export async function answerOrAsk<T>(
  asked: Promise<T>,
  afterMs: number,
  other: () => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), afterMs);
  });
  try {
    return (
      (await Promise.race([asked.catch(() => undefined), late])) ?? (await Promise.any([asked, other()]))
    );
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    clearTimeout(timer);
  }
}
