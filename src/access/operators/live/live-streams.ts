import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/client.ts';
import type { Subscription } from '../../../platform/db/notifications/notification-listener.ts';
import { ApiError, tooManyCalls } from '../../../platform/http/api-error.ts';
import type { SignedIn } from '../../../platform/http/callers/operator.ts';
import { findLiveSessions } from '../sessions/session-store.ts';
import { AT_ONCE, type AtOnce } from '../../limits/limits.ts';
import type { SubmissionsEvent } from './live-contract.ts';

export interface LiveFigures extends AtOnce {
  /** Interval of the comment that keeps proxies from closing an idle stream, and of the session check. */
  beatMs: number;
  /** Changes within this time are sent as one event. */
  gatherMs: number;
}

const FIGURES: LiveFigures = { ...AT_ONCE.live, beatMs: 15_000, gatherMs: 100 };
/** Above this number of ids, an event says `null`: many. */
const MAX_IDS = 100;
/** A client with more unread bytes than this has stopped reading. */
const MAX_WAITING_BYTES = 65_536;
const BROWSER_RETRY_MS = 2_000;

export interface LiveStreams {
  /**
   * Opens a stream of events for an operator's session. It ends with the session, when the client stops reading, or
   * when the process stops.
   * @throws ApiError `rate_limited` for too many streams, `unavailable` while the process stops
   */
  open: (session: SignedIn) => Readable;
  /** Listeners that feed the streams. */
  subscriptions: Subscription[];
  close: () => void;
}

interface LiveStream {
  body: Readable;
  operatorId: string;
  sessionHash: Buffer;
}

/** Forwards Postgres notifications to the consoles connected to this process. */
export function createLiveStreams({
  db,
  logger,
  figures = {},
}: {
  db: Db;
  logger: Logger;
  figures?: Partial<LiveFigures>;
}): LiveStreams {
  const { beatMs, gatherMs, mostOfOne, most } = { ...FIGURES, ...figures };
  const streams = new Set<LiveStream>();
  let isClosed = false;

  const end = (stream: LiveStream) => {
    streams.delete(stream);
    stream.body.push(null);
  };
  const write = (stream: LiveStream, text: string) => {
    if (stream.body.readableLength > MAX_WAITING_BYTES) {
      streams.delete(stream);
      stream.body.destroy();
    } else stream.body.push(text);
  };
  const send = (name: string, data: object = {}) => {
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const stream of streams) write(stream, text);
  };

  const gathered = { ids: new Set<string>(), isMany: false, products: false };
  let gathering: NodeJS.Timeout | undefined;
  const flush = () => {
    gathering = undefined;
    const { ids, isMany, products } = gathered;
    if (isMany || ids.size > 0) {
      const event: SubmissionsEvent = { ids: isMany || ids.size > MAX_IDS ? null : [...ids] };
      send('submissions', event);
    }
    if (products) send('products');
    Object.assign(gathered, { ids: new Set(), isMany: false, products: false });
  };
  const gather = (note: () => void) => {
    if (streams.size === 0) return;
    note();
    gathering ??= setTimeout(flush, gatherMs).unref();
  };

  /** Ends streams of operators who are signed out or disabled, and all streams while sessions cannot be checked. */
  const beat = async () => {
    const checked = [...streams];
    if (checked.length === 0) return;
    const alive = await findLiveSessions(
      db,
      checked.map(({ sessionHash }) => sessionHash),
    ).catch((error: unknown) => {
      logger.debug({ err: error }, 'cannot check the sessions of event streams');
      return new Set<string>();
    });
    for (const stream of checked) {
      if (!streams.has(stream)) continue;
      if (alive.has(stream.sessionHash.toString('hex'))) write(stream, ': still here\n\n');
      else end(stream);
    }
  };
  let beating: NodeJS.Timeout | undefined;
  const beatOn = () => {
    beating = setTimeout(() => void beat().finally(() => isClosed || beatOn()), beatMs).unref();
  };
  beatOn();

  return {
    open({ operator, sessionHash }) {
      if (isClosed)
        throw new ApiError('unavailable', 'This process is stopping. Try again in a moment.', {
          isShed: true,
        });
      const own = [...streams].filter(({ operatorId }) => operatorId === operator.id).length;
      if (own >= mostOfOne || streams.size >= most) {
        throw tooManyCalls('Too many streams of events are open.', 60);
      }
      const stream = { body: new Readable({ read: () => undefined }), operatorId: operator.id, sessionHash };
      stream.body.once('close', () => streams.delete(stream));
      streams.add(stream);
      write(stream, `retry: ${BROWSER_RETRY_MS}\n\n`);
      return stream.body;
    },
    subscriptions: [
      {
        channel: 'submissions_changed',
        onChange: (payload) =>
          gather(() => {
            if (payload === '') gathered.isMany = true;
            else for (const id of payload.split(',')) gathered.ids.add(id);
          }),
        onGap: () => send('anew'),
      },
      {
        channel: 'products_changed',
        onChange: () => gather(() => (gathered.products = true)),
        onGap: () => undefined,
      },
    ],
    close() {
      isClosed = true;
      clearTimeout(beating);
      clearTimeout(gathering);
      for (const stream of streams) end(stream);
    },
  };
}
