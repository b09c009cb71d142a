import { request, type Dispatcher } from 'undici';
import { reasonOf } from '../platform/error-code.ts';
import {
  AddressRefused,
  createGuardedAgent,
  type GuardOptions,
  NameNotFound,
} from '../platform/outbound/guarded-agent.ts';
import { readBounded, readLength, readRange } from '../platform/outbound/read-answer.ts';
import type { RemoteFile, Resumption } from '../platform/outbound/receive-file.ts';
import { RELEASE_VERSION } from '../platform/release-version.ts';
import { UpstreamFault } from './upstream-fault.ts';

export interface UpstreamFile extends RemoteFile {
  lastModified: Date | undefined;
  /** The SHA-256 of the whole file in hexadecimal, if the upstream gives it. */
  sha256: string | undefined;
}

/** Every method follows redirects between allowed hosts, and throws UpstreamFault. */
export interface UpstreamClient {
  /** Returns a short text, such as an index, with the address that answered. */
  readText(url: string, signal: AbortSignal): Promise<{ text: string; url: string }>;
  /** Opens a file, whole or from a byte if the upstream still has that version. */
  open(url: string, since: Resumption | undefined, signal: AbortSignal): Promise<UpstreamFile>;
  /** Returns the size of a file, if the upstream tells it. */
  findSize(url: string, signal: AbortSignal): Promise<number | undefined>;
  close(): Promise<void>;
}

const MOST_REDIRECTS = 5;
const ANSWER_MS = 30_000;
const MOST_TEXT_BYTES = 1_048_576;
const LONGEST_RETRY_AFTER_MS = 86_400_000;

type Answer = Dispatcher.ResponseData & { url: string };

/** Asks upstreams at these hosts only, through the guard of outgoing requests. */
export function createUpstreamClient(
  hosts: ReadonlySet<string>,
  guard: GuardOptions,
  answerMs = ANSWER_MS,
): UpstreamClient {
  const agent = createGuardedAgent(guard);

  async function ask(
    method: 'GET' | 'HEAD',
    address: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Answer> {
    let url = address;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const { protocol, hostname } = new URL(url);
      if (!hosts.has(hostname) || !/^https?:$/.test(protocol))
        throw new UpstreamFault(
          `${url} is at a host that is not allowed: SOURCES_HOSTS names further hosts`,
          'refused',
        );
      const answer = await send(method, url, headers, signal);
      const location = answer.headers['location'];
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string')
        return { ...answer, url };
      await answer.body.dump().catch(() => undefined);
      if (!URL.canParse(location, url)) throw new UpstreamFault(`${url} redirects to no address`, 'refused');
      url = new URL(location, url).href;
    }
    throw new UpstreamFault(`${address} redirects too often`, 'refused');
  }

  async function send(
    method: 'GET' | 'HEAD',
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    try {
      return await request(url, {
        method,
        dispatcher: agent,
        signal,
        headersTimeout: answerMs,
        // The stored bytes: ranges refer to them.
        headers: { 'user-agent': `Factshelf/${RELEASE_VERSION}`, 'accept-encoding': 'identity', ...headers },
      });
    } catch (error) {
      throw describeFailure(url, error, signal);
    }
  }

  async function get(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Answer> {
    const answer = await ask('GET', url, headers, signal);
    if (answer.statusCode === 200 || answer.statusCode === 206) return answer;
    await answer.body.dump().catch(() => undefined);
    throw describeRefusal(answer);
  }

  return {
    async readText(address, signal) {
      const { body, url } = await get(address, {}, AbortSignal.any([signal, AbortSignal.timeout(answerMs)]));
      const bytes = await readBounded(readBody(url, body, signal), MOST_TEXT_BYTES);
      if (!bytes) throw new UpstreamFault(`${url} is too long for an index`, 'file');
      return { text: bytes.toString('utf8'), url };
    },
    async open(address, since, signal) {
      const range = since && { range: `bytes=${since.byte}-`, 'if-range': since.etag };
      try {
        return describeFile(await get(address, { ...range }, signal), since?.byte ?? 0, signal);
      } catch (error) {
        // Nothing is left after the bytes that were received: the file is whole, or another one.
        if (since && error instanceof UpstreamFault && error.status === 416)
          return describeFile(await get(address, {}, signal), 0, signal);
        throw error;
      }
    },
    async findSize(address, signal) {
      const answer = await ask('HEAD', address, {}, signal);
      await answer.body.dump().catch(() => undefined);
      if (answer.statusCode !== 200) throw describeRefusal(answer);
      return readLength(readHeader(answer, 'content-length'));
    },
    close: () => agent.destroy(),
  };
}

function describeFile(answer: Answer, askedFrom: number, signal: AbortSignal): UpstreamFile {
  const { url } = answer;
  const read = (name: string) => readHeader(answer, name);
  const refuse = (problem: string): never => {
    answer.body.destroy();
    throw new UpstreamFault(`${url} ${problem}`, 'file');
  };
  if (read('content-type')?.startsWith('text/html')) refuse('is a web page, not a file of data');
  const modified = Date.parse(read('last-modified') ?? '');
  const range = readRange(answer.statusCode, read, askedFrom);
  return {
    ...(range ?? refuse('came as another part than was asked for')),
    etag: readValidator(read('etag'), read('last-modified')),
    lastModified: Number.isNaN(modified) ? undefined : new Date(modified),
    sha256: readDigest(read('repr-digest')),
    bytes: readBody(url, answer.body, signal),
  };
}

function readHeader({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns what `If-Range` may send: a strong ETag, else the time of the last change. */
function readValidator(etag: string | undefined, lastModified: string | undefined): string | undefined {
  return etag?.startsWith('"') ? etag : lastModified;
}

/** Reads `sha-256=:…:` of RFC 9530. */
function readDigest(given: string | undefined): string | undefined {
  const [, base64] = /(?:^|[\s,])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(given ?? '') ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('hex');
}

async function* readBody(
  url: string,
  body: Dispatcher.ResponseData['body'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw describeFailure(url, error, signal);
  }
}

/** @throws the reason of `signal` if it was aborted */
function describeFailure(url: string, error: unknown, signal: AbortSignal): UpstreamFault {
  signal.throwIfAborted();
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UpstreamFault) return cause;
    if (cause instanceof AddressRefused)
      return new UpstreamFault(
        `${url} is in an inner network: SOURCES_ALLOWED_NETWORKS names those that are allowed`,
        'refused',
      );
    if (cause instanceof NameNotFound) return new UpstreamFault(`${cause.message} is not found`, 'away');
  }
  return new UpstreamFault(`${url} does not answer: ${reasonOf(error)}`, 'away', 0, { cause: error });
}

function describeRefusal({ statusCode, headers, url }: Answer): UpstreamFault {
  const seconds = Number(headers['retry-after'] ?? 0);
  const retryAfterMs = Number.isFinite(seconds) ? Math.min(seconds * 1_000, LONGEST_RETRY_AFTER_MS) : 0;
  const message = `${url} is answered with ${statusCode}`;
  if (statusCode === 404 || statusCode === 410)
    return new UpstreamFault(message, 'file', 0, { status: statusCode });
  const isAway = statusCode >= 500 || statusCode === 408 || statusCode === 429;
  return new UpstreamFault(message, isAway ? 'away' : 'refused', retryAfterMs, { status: statusCode });
}
