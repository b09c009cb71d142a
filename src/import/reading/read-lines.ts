import { isUtf8 } from 'node:buffer';
import type { RowProblem } from './file-row.ts';

/** The longest row of an export is under 1 MB; a file without line breaks must not fill the memory. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;

/** A line, numbered from 1, or a problem: it is too long, or invalid in its encoding. */
export type TextLine = { line: number; /** The last line has no line break. */ isUnended?: true } & (
  { text: string } | { problem: Extract<RowProblem, 'line_too_long' | 'bad_encoding'> }
);

type TextEncoding = 'utf-8' | 'windows-1252';

/**
 * Yields the lines of a text. Only `\n` ends a line: node:readline also breaks at U+2028, which JSON text may
 * contain.
 */
export async function* readLines(
  content: AsyncIterable<Buffer>,
  encoding: TextEncoding = 'utf-8',
): AsyncGenerator<TextLine> {
  const decode = createDecoder(encoding);
  let line = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const take = (end: Buffer): TextLine => {
    line += 1;
    const isTooLong = pendingBytes + end.length > LONGEST_LINE_BYTES;
    const bytes = isTooLong || pending.length === 0 ? end : Buffer.concat([...pending, end]);
    pending = [];
    pendingBytes = 0;
    if (isTooLong) return { line, problem: 'line_too_long' };
    const decoded = decode(bytes);
    if (decoded === undefined) return { line, problem: 'bad_encoding' };
    const text = decoded.endsWith('\r') ? decoded.slice(0, -1) : decoded;
    return { line, text: line === 1 ? text.replace(/^\uFEFF/, '') : text };
  };

  for await (const bytes of content) {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      yield take(bytes.subarray(start, end));
      start = end + 1;
    }
    const rest = bytes.subarray(start);
    pendingBytes += rest.length;
    // Beyond the limit, bytes are only counted.
    if (rest.length > 0 && pendingBytes <= LONGEST_LINE_BYTES) pending.push(rest);
  }
  if (pendingBytes > 0) yield { ...take(Buffer.alloc(0)), isUnended: true };
}

/** Returns undefined for bytes that are invalid in the encoding, instead of replacing characters. */
function createDecoder(encoding: TextEncoding): (bytes: Buffer) => string | undefined {
  if (encoding === 'utf-8') return (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : undefined);
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes);
}
