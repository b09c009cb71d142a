/** Returns a whole body; undefined if it is longer. The rest is then not read, and its connection is closed. */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > mostBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns what a JSON text says; undefined if it is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the first byte of an answer with 200 or 206, and the size of the whole file. An answer with 200 has the whole file.
 * Undefined for a 206 that does not say its first byte, or begins at another one than was asked for.
 */
export function readRange(
  status: number,
  header: (name: string) => string | undefined,
  askedFrom: number,
): { from: number; total: number | undefined } | undefined {
  if (status === 200) return { from: 0, total: readLength(header('content-length')) };
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(header('content-range') ?? '') ?? [];
  return Number(from) === askedFrom ? { from: askedFrom, total: Number(total) } : undefined;
}

/** Returns the value of `Content-Length`, if it is one. */
export function readLength(given: string | undefined): number | undefined {
  return given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}
