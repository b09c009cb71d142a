import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { clientBucket } from './callers/client-address.ts';
import { readIdempotencyKey } from './idempotency/keyed-request.ts';
import { RUN_ONCE, type RunOnce, type Write } from './idempotency/run-once.ts';
import { findRoot, PUBLIC_URL } from './requests/public-root.ts';
import { parseInput, type RawInput } from './requests/parse-input.ts';
import { requestIdOf, waitedMs } from './requests/request-id.ts';
import type { Route } from './route.ts';
import { ApiError } from './api-error.ts';

/** A slower read is useless to a person who holds a scanner. */
export const READ_DEADLINE_MS = 1_400;
const WRITE_DEADLINE_MS = 3_000;

/**
 * Validates the input and runs a route's handler for the caller of this request. `headers` replaces those of the
 * request, `deadlineMs` the usual deadline.
 * @throws ApiError of the handler or the validation, and `unavailable` after the deadline
 */
export async function runRoute(
  item: Route,
  input: RawInput & { headers?: IncomingHttpHeaders },
  request: Request,
  response: Response,
  deadlineMs?: number,
): Promise<unknown> {
  const isRead = item.method === 'get';
  const parsed = parseInput(item, input);
  const limitMs = deadlineMs ?? (isRead ? READ_DEADLINE_MS : WRITE_DEADLINE_MS);
  // A page that answers a form reads after it has written, which may take longer than a read may.
  const spentMs = isRead && request.method !== 'POST' ? waitedMs(request) : 0;
  return await withDeadline(request, response, limitMs - spentMs, (findSignal) =>
    item.handler({
      ...parsed,
      requestId: requestIdOf(request),
      // Getters, because few handlers use these values.
      get address() {
        return clientBucket(request);
      },
      caller: request.caller,
      signedIn: request.signedIn,
      get root() {
        return findRoot(request, request.app.get(PUBLIC_URL) as string | undefined);
      },
      url: request.originalUrl,
      headers: input.headers ?? request.headers,
      setCookie: (cookie) => void response.append('Set-Cookie', cookie),
      setCost: async (calls, isShown = true) => {
        if (isShown) response.set('X-Quota-Cost', String(calls));
        await request.laterQuota?.setCost(calls);
      },
      once: (write) => runWrite(item, input, request, response, { write, deadlineMs: limitMs }),
      setLanguage: (code) => void (code && response.set('Content-Language', code)),
      get signal() {
        return findSignal();
      },
    }),
  );
}

/** Runs the write of a handler; with an `Idempotency-Key` once. */
async function runWrite<T>(
  item: Route,
  input: RawInput & { headers?: IncomingHttpHeaders },
  request: Request,
  response: Response,
  { write, deadlineMs }: { write: Write<T>; deadlineMs: number },
): Promise<T> {
  if (!item.takesIdempotencyKey) throw new Error(`${item.operationId} is not declared to take a key`);
  const { params, query, body, headers = request.headers } = input;
  const key = readIdempotencyKey(headers);
  if (key === undefined) return await write(() => Promise.resolve());
  const runOnce = request.app.get(RUN_ONCE) as RunOnce;
  const call = {
    key,
    accountId: request.caller?.kind === 'key' ? request.caller.accountId : undefined,
    address: clientBucket(request),
    credentials: ['authorization', 'x-api-key', 'x-answer-token'].map((name) => headers[name]),
    request: [item.operationId, params, query, body],
    deadlineMs,
    onReplay: () => void response.set('Idempotent-Replayed', 'true'),
  };
  return await runOnce(call, write);
}

/**
 * Runs `run` with a deadline. It gets a signal from `findSignal`, which is already aborted after the deadline.
 * @throws ApiError `unavailable` when the deadline passes
 */
async function withDeadline<T>(
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
          // Not logged with a stack, which would be that of a timer.
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
