import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Queue } from 'bullmq';
import { stringifySetCookie } from 'cookie';
import { Router, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { saveAuditEntry, type AuditEntry } from '../audit/audit-store.ts';
import type { Db } from '../db/client.ts';
import { ApiError } from '../http/api-error.ts';
import { noteRoute } from '../http/requests/matched-route.ts';
import { requestIdOf } from '../http/requests/request-id.ts';
import type { WakeUpQueue } from './wake-up-queue.ts';

const ADDRESS = '/console/queue-board';
const UI_FOLDER = path.dirname(fileURLToPath(import.meta.resolve('@bull-board/ui/package.json')));
/** The board's page loads fonts from another site. */
const FOREIGN_FONTS = /<link[^>]+fonts\.googleapis\.com[^>]*>/;

/** Audit actions of common changes. Rows of other changes name the request. */
const ACTIONS: Record<string, string> = {
  '/api/queues/:queueName/pause': 'queue.paused',
  '/api/queues/:queueName/resume': 'queue.resumed',
  '/api/queues/:queueName/:jobId/retry': 'job.retried',
  '/api/queues/:queueName/:jobId/promote': 'job.promoted',
};

const contentSecurityPolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    // The board's page sets style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'self'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  },
});

/** The board sends the session's token under axios's name of the header. */
const takeCsrfToken: RequestHandler = (request, _response, next) => {
  request.headers['x-csrf-token'] ??= request.headers['x-xsrf-token'];
  next();
};

interface QueueBoardOptions {
  db: Db;
  wakeUps: WakeUpQueue;
  isCookieSecure: boolean;
  /** Admits admins only, with the CSRF token of their session on writes. */
  guards: RequestHandler[];
}

/** Serves bull-board, BullMQ's usual web page, to admins. Each change made there is written to the audit log. */
export function queueBoard({ db, wakeUps, isCookieSecure, guards }: QueueBoardOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use(noteRoute(ADDRESS), contentSecurityPolicy, takeCsrfToken, ...guards);
  router.use(async (request, response, next) => {
    const { signedIn } = request;
    if (!signedIn) throw new Error('the board was reached without a session');
    const queue = await wakeUps
      .ask((jobs) => Promise.resolve(jobs))
      .catch((cause: unknown) => {
        throw new ApiError('unavailable', 'The queue does not answer.', { cause });
      });
    const author = { actor: `operator:${signedIn.operator.id}`, requestId: requestIdOf(request) };
    const board = buildBoard(queue as Queue, (entry) => saveAuditEntry(db, author, entry));
    response.set('Cache-Control', 'no-store').append(
      'Set-Cookie',
      // The board's requests repeat this cookie in a header, as axios does.
      stringifySetCookie({
        name: 'XSRF-TOKEN',
        value: signedIn.csrfToken,
        path: ADDRESS,
        sameSite: 'strict',
        secure: isCookieSecure,
      }),
    );
    board(request, response, next);
  });
  return router;
}

/** Returns a board for one request: its changes belong to one operator. */
function buildBoard(queue: Queue, audit: (entry: AuditEntry) => Promise<void>): Express {
  const serverAdapter = new ExpressAdapter().setBasePath(ADDRESS);
  createBullBoard({
    queues: [new BullMQAdapter(queue)],
    serverAdapter,
    options: {
      uiBasePath: UI_FOLDER,
      uiConfig: {
        boardTitle: 'Queues',
        hideDocsLink: true,
        miscLinks: [{ text: 'Back to the console', url: '/console/operations' }],
      },
      handlerHooks: {
        async after({ method, route, request }, result) {
          if (method === 'get' || (result.status ?? 200) >= 400) return result;
          const { queueName = queue.name, jobId } = request.params as Record<string, string | undefined>;
          const known = ACTIONS[route];
          if (known?.startsWith('job.')) await audit({ action: known, ...(jobId && { entityId: jobId }) });
          else if (known) await audit({ action: known, entityId: queueName });
          else
            await audit({
              action: 'queue.changed',
              entityId: queueName,
              after: { change: route, job: jobId },
            });
          return result;
        },
      },
    },
  });
  const board = serverAdapter.getRouter() as Express & { engines: Record<string, ViewEngine> };
  const render = board.engines['.ejs'];
  board.engine('ejs', (file: string, options: object, done) =>
    render?.(file, options, (error, html) => done(error, html?.replace(FOREIGN_FONTS, ''))),
  );
  return board;
}

type ViewEngine = (file: string, options: object, done: (error: unknown, html?: string) => void) => void;
