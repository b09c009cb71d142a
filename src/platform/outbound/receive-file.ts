import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';

/** An opened file of another server. */
export interface RemoteFile {
  /** First byte of the stream. 0 if the file has changed, so that a part would not fit. */
  from: number;
  /** Size of the whole file; undefined if unknown. */
  total: number | undefined;
  /** Identifies this version of the file in `If-Range`. */
  etag: string | undefined;
  /** Throws if the download breaks off. */
  bytes: AsyncIterable<Uint8Array>;
}

/** Where a download that broke off goes on. */
export interface Resumption {
  byte: number;
  etag: string;
}

interface Receiving<Opened extends RemoteFile> {
  open: (since: Resumption | undefined, signal: AbortSignal) => Promise<Opened>;
  target: string;
  /** Size of the whole file, if it is known before. */
  size?: number | undefined;
  mostBytes: number;
  /** A server that sends nothing for this time counts as down. */
  silenceMs: number;
  signal: AbortSignal;
  onBytes?: (bytes: number) => void;
  /** The error for a server that is down or breaks off; a later call resumes. */
  away: (problem: string) => Error;
  /** The error for a file of a wrong size. */
  unusable: (problem: string) => Error;
}

/** Minimum bytes per millisecond after a minute. */
const SLOWEST = 32;
const MINUTE_MS = 60_000;

/**
 * Downloads a file to `target`, after the bytes that an earlier call left there if the server still has that version.
 * @returns what `open` returned
 */
export async function receiveFile<Opened extends RemoteFile>(receiving: Receiving<Opened>): Promise<Opened> {
  const { target, size, mostBytes, silenceMs, signal } = receiving;
  const before = await sizeOf(target);
  const slow = new AbortController();
  const giveUp = () => slow.abort(receiving.away('it took too long'));
  const silence = setTimeout(giveUp, silenceMs);
  let slowness = setTimeout(giveUp, MINUTE_MS + ((size ?? mostBytes) - before) / SLOWEST);
  try {
    const etag = before > 0 ? await readFile(`${target}.etag`, 'utf8').catch(() => '') : '';
    const isPart = before < (size ?? mostBytes);
    const since = etag !== '' && isPart ? { byte: before, etag } : undefined;
    const given = await receiving.open(since, AbortSignal.any([signal, slow.signal]));
    if (size !== undefined && given.total !== undefined && given.total !== size)
      throw receiving.unusable(`has ${given.total} bytes in place of ${size}`);
    const total = size ?? given.total;
    if (total !== undefined && total > mostBytes)
      throw receiving.unusable(`has ${total} bytes, more than the ${mostBytes} that are allowed`);
    if (total !== undefined) {
      clearTimeout(slowness);
      slowness = setTimeout(giveUp, MINUTE_MS + (total - given.from) / SLOWEST);
    }
    await write(receiving, given, total, () => silence.refresh());
    return given;
  } finally {
    clearTimeout(silence);
    clearTimeout(slowness);
    slow.abort();
  }
}

/** Writes each byte at its own position, so that two processes can download the same file. */
async function write(
  receiving: Receiving<RemoteFile>,
  given: RemoteFile,
  total: number | undefined,
  onBytes: () => void,
): Promise<void> {
  const { target } = receiving;
  if (given.from === 0) {
    await rm(target, { force: true });
    await writeFile(`${target}.etag`, given.etag ?? '');
  }
  const handle = await open(target, given.from === 0 ? 'w' : 'r+');
  try {
    let at = given.from;
    for await (const chunk of given.bytes) {
      onBytes();
      const most = total ?? receiving.mostBytes;
      if (at + chunk.byteLength > most) throw receiving.unusable(`is larger than its ${most} bytes`);
      await handle.write(chunk, 0, chunk.byteLength, at);
      at += chunk.byteLength;
      receiving.onBytes?.(at);
    }
    if (total !== undefined && at < total) throw receiving.away('a download broke off');
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Returns the size of a file; 0 if it does not exist. */
export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.size ?? 0;
}
