import { text as readText } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Reads a secret from the terminal without echo, or one line from a pipe.
 * @throws Error when the person presses Ctrl-C or Ctrl-D, or the pipe has several lines
 */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const line = (await readText(process.stdin)).replace(/\r?\n$/, '');
    if (/[\r\n]/.test(line)) throw new Error('standard input has several lines: send the password once');
    return line;
  }
  // Readline echoes the input: this stream discards it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  const abort = new AbortController();
  const stop = () => abort.abort();
  reader.once('SIGINT', stop).once('close', stop);
  process.stderr.write(question);
  try {
    return await reader.question('', { signal: abort.signal });
  } catch (error) {
    throw new Error('nothing was entered', { cause: error });
  } finally {
    reader.off('close', stop).close();
    process.stderr.write('\n');
  }
}
