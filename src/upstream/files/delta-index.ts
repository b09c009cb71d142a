import { UpstreamFault } from '../upstream-fault.ts';

/** A file with the products that changed at the upstream after `from`, up to `to`; both in seconds. */
export interface Delta {
  name: string;
  from: number;
  to: number;
  /** The SHA-256 of the file, where the index has the form of `sha256sum`. */
  sha256: string | undefined;
}

const LINE = /^(?:([0-9a-f]{64}) [ *])?((?:[a-z]+_)?products_(\d{9,11})_(\d{9,11})\.json\.gz)$/;

/**
 * Reads an index of deltas, in any order: one name a line, as Open Food Facts writes it.
 * @throws {UpstreamFault} it has another line, as while it is being written, or none
 */
export function parseDeltaIndex(text: string): Delta[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const deltas = lines.map((line): Delta => {
    const [, sha256, name = '', from, to] = LINE.exec(line) ?? [];
    if (Number(from) < Number(to)) return { name, from: Number(from), to: Number(to), sha256 };
    throw new UpstreamFault(`The index of deltas has the line "${line.slice(0, 80)}"`, 'file');
  });
  if (deltas.length === 0) throw new UpstreamFault('The index of deltas is empty', 'file');
  return deltas.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/**
 * Returns the deltas that are missing after a position, in order.
 * @param position up to where everything was imported, in seconds
 * @returns undefined if days are missing that the index does not hold any more
 */
export function listMissingDeltas(index: readonly Delta[], position: number): Delta[] | undefined {
  const missing = index.filter(({ to }) => to > position);
  let reached = position;
  for (const { from, to } of missing) {
    if (from > reached) return undefined;
    reached = Math.max(reached, to);
  }
  return missing;
}
