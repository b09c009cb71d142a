import { isUtf8 } from 'node:buffer';
import type { RowProblem } from './file-row.ts';

/** The longest row of an export is under 1 MB; a file without line ends must not fill the memory. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;

/** A line, from 1; a problem when it is longer than anything a file holds, or no text in its encoding. */
export type TextLine = { line: number; /** The last one, without a line end. */ isUnended?: true } & (
  { text: string } | { problem: Extract<RowProblem, 'line_too_long' | 'bad_encoding'> }
);

type TextEncoding = 'utf-8' | 'windows-1252';

/**
 * The lines of a text. Only `\n` ends a line: node:readline also breaks at U+2028, which may stand inside a JSON text.
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
    // Past the limit the bytes are only counted.
    if (rest.length > 0 && pendingBytes <= LONGEST_LINE_BYTES) pending.push(rest);
  }
  if (pendingBytes > 0) yield { ...take(Buffer.alloc(0)), isUnended: true };
}

/** Undefined for bytes that are no text in the encoding: half of it would be other letters than were meant. */
function createDecoder(encoding: TextEncoding): (bytes: Buffer) => string | undefined {
  if (encoding === 'utf-8') return (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : undefined);
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes);
}
