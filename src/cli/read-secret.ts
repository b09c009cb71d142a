import { text as readText } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * What somebody types at a terminal, without showing it; from a pipe all that comes, but for the end of the line.
 * @throws Error when the person presses Ctrl-C or Ctrl-D
 */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readText(process.stdin)).replace(/\r?\n$/, '');
  // Readline writes back what is typed: here it writes nowhere.
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
