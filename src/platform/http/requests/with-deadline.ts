import type { Request, Response } from 'express';
import { ApiError } from '../api-error.ts';

/**
 * `run` gets a signal from `findSignal`; one that is asked for after the deadline is aborted already.
 * @throws ApiError `unavailable` when the deadline passes
 */
export async function withDeadline<T>(
  request: Request,
  response: Response,
  remainingMs: number,
  run: (findSignal: () => AbortSignal) => Promise<T> | T,
): Promise<T> {
  let abort: AbortController | undefined;
  let abortedBy: Error | undefined;
  const stop = (reason: Error) => {
    abortedBy ??= reason;
    abort?.abort(reason);
  };
  const findSignal = () => {
    if (abort) return abort.signal;
    abort = new AbortController();
    if (abortedBy) abort.abort(abortedBy);
    return abort.signal;
  };
  const onClose = () => stop(new Error('the client left'));
  response.once('close', onClose);
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new ApiError('unavailable', 'The service took too long to answer. Try again in a moment.', {
          // Its stack is that of a timer.
          isShed: true,
        }),
      );
      stop(new Error(`no answer to ${request.path} in time`));
    }, remainingMs);
  });
  try {
    return await Promise.race([run(findSignal), deadline]);
  } finally {
    clearTimeout(timer);
    response.off('close', onClose);
  }
}
