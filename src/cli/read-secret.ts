import { text as readText } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Reads a secret that a person types at a terminal, without showing it; from a pipe everything except the last line end.
 * @throws Error when the person presses Ctrl-C or Ctrl-D
 */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readText(process.stdin)).replace(/\r?\n$/, '');
  // Readline echoes typed characters: here it writes nowhere.
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
