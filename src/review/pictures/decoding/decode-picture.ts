import { spawn, type ChildProcess } from 'node:child_process';
import { ApiError } from '../../../platform/http/api-error.ts';
import { argumentsOf } from '../../../platform/release.ts';
import { shareSlots } from '../../../platform/share-slots.ts';
import type { DecodedPicture, DecodingAnswer, Unreadable } from './decoding.ts';

/**
 * Few, as each may take all of its memory, and each at a place of its own for as many senders. Of one sender a second picture
 * waits; of all together as many as may be sent at once (`PICTURES_AT_ONCE`).
 */
const PLACES = { atOnce: 2, waiting: 16, atOnceEach: 1, waitingEach: 1, retryAfterS: 5 };
/** Refused files whose refusal is remembered, so that the same file costs no second process. */
const MOST_REMEMBERED = 10_000;
const TIMEOUT_MS = 10_000;
/**
 * What a decoding process may have of memory that can be written, libraries and their threads included (RLIMIT_DATA of
 * Linux): docs/decisions/0042-pictures.md has what was measured.
 */
const MEMORY_KB = 786_432;
/** JavaScript gets 64 MB of it and is not compiled: for compiled code Node 24 would reserve 512 MB. */
const V8 = ['--max-old-space-size=64', '--jitless'];
/** The end of the process’s output, for the log. */
const MOST_COMPLAINTS = 2_000;

const REFUSALS: Record<Unreadable, string> = {
  unreadable: 'The picture cannot be read: it is damaged, or cut off.',
  too_many_pixels: 'The picture has more than 50 megapixels, or a side of more than 16,383 pixels.',
  animated: 'The picture moves: send one that does not.',
  too_costly: 'The picture takes more time or memory than one may take here: send it smaller.',
};

export interface Sending {
  /** The bucket of the address that it comes from. */
  sender: string;
  /** Of the file. */
  sha256: Buffer;
  signal: AbortSignal;
}

/** @throws ApiError `validation_failed` with `details.reason`, `unavailable` when too many wait, or the process was ended */
export type DecodePicture = (file: Uint8Array, sending: Sending) => Promise<DecodedPicture>;

interface DecoderOptions {
  timeoutMs?: number;
  memoryKb?: number;
  /** Told of the sender whose picture was too costly. */
  onCostly?: (sender: string) => Promise<void>;
  /** Told of each process that is started. */
  onStart?: (child: ChildProcess) => void;
}

/** Decodes pictures of strangers, each in a process of its own that may take so much memory and time. */
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
      // Whether it got the file is seen by its answer.
      child.send(file, () => undefined);
    });
    signal.throwIfAborted();
    if (isLate) throw refuse('too_costly');
    if (!answer) {
      throw new ApiError(
        'unavailable',
        'Decoding the picture came to an end. Try again, or send a smaller one.',
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
    // Its memory is free before the next one begins. One that was never started has no number.
    if (child.pid !== undefined) await ended;
  }
}

/**
 * Sets the limit, which the process cannot raise again, and has Linux end it first where a machine runs out of memory.
 * @param $0 the limit
 */
const SHELL = '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null; ulimit -d "$0" && exec "$@"';

/** It sees nothing of this one's environment, which holds passwords. */
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
