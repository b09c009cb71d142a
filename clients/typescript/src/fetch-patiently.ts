/** No limit of the service makes anybody wait for longer than the next minute. */
const LONGEST_WAIT_S = 60;

/**
 * Sends a request, and sends it again, up to `retries` times, when the answer is 429 or 503 with a `Retry-After` of a minute
 * at the most. Each answer is waited for `timeoutMs`.
 */
export async function fetchPatiently(
  request: Request,
  timeoutMs: number,
  retries: number,
): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(request.clone(), { signal });
  const waitS = readRetryAfter(response);
  if (retries <= 0 || waitS === undefined || waitS > LONGEST_WAIT_S) return response;
  await response.body?.cancel();
  await pause(waitS * 1000, request.signal);
  return await fetchPatiently(request, timeoutMs, retries - 1);
}

/** Seconds; the service says them as a whole number. */
function readRetryAfter({ status, headers }: Response): number | undefined {
  const text = headers.get('Retry-After') ?? '';
  return (status === 429 || status === 503) && /^\d+$/.test(text) ? Number(text) : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
