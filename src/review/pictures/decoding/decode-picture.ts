import { spawn, type ChildProcess } from 'node:child_process';
import { ApiError } from '../../../platform/http/api-error.ts';
import { argumentsOf } from '../../../platform/release.ts';
import { shareSlots } from '../../../platform/share-slots.ts';
import type { DecodedPicture, DecodingAnswer, Unreadable } from './decoding.ts';

/**
 * Few decodings at once, because each may take all of its memory. At most one per sender runs and one waits. In total
 * as many wait as may be sent at once (`PICTURES_AT_ONCE`).
 */
const PLACES = { atOnce: 2, waiting: 16, atOnceEach: 1, waitingEach: 1, retryAfterS: 5 };
/** Number of remembered refusals, so that the same bad file does not cost another process. */
const MOST_REMEMBERED = 10_000;
const TIMEOUT_MS = 10_000;
/**
 * Limit of a decoding process's writable memory, including libraries and threads (RLIMIT_DATA of Linux). Measurements
 * are in docs/decisions/0042-pictures.md.
 */
const MEMORY_KB = 786_432;
/** 64 MB of it is for JavaScript. No JIT, because Node 24 would reserve 512 MB for compiled code. */
const V8 = ['--max-old-space-size=64', '--jitless'];
/** Characters of the process's last output to log. */
const MOST_COMPLAINTS = 2_000;

const REFUSALS: Record<Unreadable, string> = {
  unreadable: 'The picture cannot be read: it is damaged, or cut off.',
  too_many_pixels: 'The picture has more than 50 megapixels, or a side of more than 16,383 pixels.',
  animated: 'The picture is animated: send one that is not.',
  too_costly: 'The picture takes more time or memory than one may take here: send it smaller.',
};

export interface Sending {
  /** Address bucket of the request. */
  sender: string;
  /** Hash of the file. */
  sha256: Buffer;
  signal: AbortSignal;
}

/**
 * @throws ApiError `validation_failed` with `details.reason`, `unavailable` if the queue is full or the process was
 * killed
 */
export type DecodePicture = (file: Uint8Array, sending: Sending) => Promise<DecodedPicture>;

interface DecoderOptions {
  timeoutMs?: number;
  memoryKb?: number;
  /** Called with the sender of a picture that was too costly. */
  onCostly?: (sender: string) => Promise<void>;
  /** Called with each started process. */
  onStart?: (child: ChildProcess) => void;
}

/** Decodes untrusted pictures, each in its own process with limited memory and time. */
export function createPictureDecoder(options: DecoderOptions = {}): DecodePicture {
  const inTurn = shareSlots(PLACES);
  const refused = new Map<string, Unreadable>();
  return async (file, { sender, sha256, signal }) => {
    const name = sha256.toString('hex');
    const known = refused.get(name);
    if (known) throw refuse(known);
    try {
      return await inTurn(sender, () => decodeInProcess(file, options, signal), signal);
    } catch (error) {
      const reason = error instanceof ApiError ? error.details?.['reason'] : undefined;
      if (!isUnreadable(reason)) throw error;
      refused.set(name, reason);
      const [oldest = name] = refused.keys();
      if (refused.size > MOST_REMEMBERED) refused.delete(oldest);
      if (reason === 'too_costly') await options.onCostly?.(sender);
      throw error;
    }
  };
}

const isUnreadable = (reason: unknown): reason is Unreadable =>
  typeof reason === 'string' && Object.hasOwn(REFUSALS, reason);

async function decodeInProcess(
  file: Uint8Array,
  { timeoutMs = TIMEOUT_MS, memoryKb = MEMORY_KB, onStart }: DecoderOptions,
  signal: AbortSignal,
): Promise<DecodedPicture> {
  const child = startProcess(memoryKb);
  onStart?.(child);
  let isLate = false;
  let complaints = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-MOST_COMPLAINTS);
  });
  try {
    const answer = await new Promise<DecodingAnswer | undefined>((resolve, reject) => {
      child.once('message', (message) => resolve(message as DecodingAnswer));
      child.once('close', () => resolve(undefined));
      child.once('error', reject);
      // Ignore send errors: a missing answer shows them.
      child.send(file, () => undefined);
    });
    signal.throwIfAborted();
    if (isLate) throw refuse('too_costly');
    if (!answer) {
      throw new ApiError(
        'unavailable',
        'Decoding the picture was interrupted. Try again, or send a smaller one.',
        {
          headers: { 'Retry-After': '5' },
          cause: new Error(
            `the decoding process ended (${child.signalCode ?? child.exitCode}): ${complaints}`,
          ),
        },
      );
    }
    if ('refused' in answer) throw refuse(answer.refused);
    return answer.picture;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    stop();
    // Wait, so that the memory is free before the next process starts. A process that failed to start has no pid.
    if (child.pid !== undefined) await ended;
  }
}

/**
 * Sets the memory limit, which the process cannot raise again, and makes it the first victim of Linux's OOM killer.
 * @param $0 the limit
 */
const SHELL = '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null; ulimit -d "$0" && exec "$@"';

/** Starts the process without this one's environment, which holds passwords. */
function startProcess(memoryKb: number): ChildProcess {
  const program = argumentsOf('src/review/pictures/decoding/decode-process');
  return spawn('/bin/sh', ['-c', SHELL, String(memoryKb), process.execPath, ...V8, ...program], {
    env: { UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}

function refuse(reason: Unreadable): ApiError {
  return new ApiError('validation_failed', REFUSALS[reason], { details: { reason } });
}
