import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Numbers, Saved } from './saved-tables.ts';

/** What a file says of the tables in it: they are taken only by who asks for the same. */
export interface SavedFacts {
  /** Of the tables and of the rows that they were made of. */
  format: string;
  /** The last change that they hold (see ../follow-products.ts), and what it was. */
  last: number;
  change: string;
}

interface Place {
  /** Its place in `KINDS`. */
  kind: number;
  /** In bytes, after the head. */
  at: number;
  length: number;
}

const KINDS = [Uint8Array, Uint16Array, Uint32Array, Int16Array, Int32Array, Float32Array, Float64Array];
const MARK = '$numbers';
/** Of the length of the head, before it. */
const LENGTH_BYTES = 8;
/** Arrays are read into so much longer ones, so that the next product that comes need not move all of them at once. */
const ROOM = 1.05;
/** No process takes so long to write a file: one that has not been touched since was left by a process that died. */
const LEFT_AFTER_MS = 300_000;

/**
 * Writes the tables, array by array, without a copy of them; who reads the file meanwhile has the one before, whole. Several
 * processes may write the same file: the last to finish is read.
 */
export async function writeSaved(path: string, facts: SavedFacts, saved: Saved): Promise<void> {
  const arrays: Numbers[] = [];
  let at = 0;
  const head = JSON.stringify({ facts, saved }, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as Numbers;
    const place: Place = { kind: KINDS.findIndex((kind) => array instanceof kind), at, length: array.length };
    arrays.push(array);
    at += array.byteLength;
    return { [MARK]: place };
  });
  const bytes = Buffer.from(head);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeDoubleLE(bytes.length);
  await removeLeftOvers(path);
  // Not by process id: processes of several containers that share a volume have the same.
  const unfinished = `${path}.${randomUUID()}`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    for (const part of [length, bytes, ...arrays]) await writeWhole(file, part);
    await file.sync();
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function removeLeftOvers(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const unfinished = join(dirname(path), name);
    // Another process may finish or remove it meanwhile.
    const written = await stat(unfinished).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > LEFT_AFTER_MS) await rm(unfinished, { force: true });
  }
}

async function writeWhole(file: FileHandle, part: Numbers | Buffer): Promise<void> {
  const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
}

/**
 * The tables of a file whose facts pass; undefined when they do not.
 * @throws when there is no such file, or none that can be read
 */
export async function readSaved(
  path: string,
  passes: (facts: SavedFacts) => Promise<boolean>,
): Promise<{ facts: SavedFacts; saved: Saved } | undefined> {
  const file = await open(path, 'r');
  try {
    const length = Buffer.alloc(LENGTH_BYTES);
    await readWhole(file, length, 0);
    const bytes = Buffer.alloc(length.readDoubleLE());
    await readWhole(file, bytes, LENGTH_BYTES);
    const places: { holder: Record<string, unknown>; name: string; place: Place }[] = [];
    const head = JSON.parse(bytes.toString(), function (this: Record<string, unknown>, name, value: unknown) {
      const place = (value as Record<string, Place> | null)?.[MARK];
      if (place) places.push({ holder: this, name, place });
      return value;
    }) as { facts: SavedFacts; saved: Saved };
    if (!(await passes(head.facts))) return undefined;
    for (const { holder, name, place } of places)
      holder[name] = await readArray(file, place, LENGTH_BYTES + bytes.length);
    return head;
  } finally {
    await file.close();
  }
}

async function readArray(file: FileHandle, { kind, at, length }: Place, start: number): Promise<Numbers> {
  const Kind = KINDS[kind];
  if (!Kind) throw new Error('The file holds an array of another kind.');
  // The length of a table of hashes says where things are.
  const isOfPowerOfTwo = (length & (length - 1)) === 0;
  const array = new Kind(isOfPowerOfTwo ? length : Math.ceil(length * ROOM));
  await readWhole(file, new Uint8Array(array.buffer, 0, length * Kind.BYTES_PER_ELEMENT), start + at);
  return array;
}

async function readWhole(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < into.length;) {
    const { bytesRead } = await file.read(into, at, into.length - at, position + at);
    if (bytesRead === 0) throw new Error('The file ends too early.');
    at += bytesRead;
  }
}
