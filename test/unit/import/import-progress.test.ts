import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createImportProgress } from '../../../src/cli/import/import-progress.ts';
import { ROWS_READ_AHEAD } from '../../../src/import/import-file.ts';

const BYTES_PER_ROW = 2_000;
const CHUNK_BYTES = 256 * 1024;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([0, 60])(
  'rate and time left are right from the first line, after %d s of other work',
  (idleSeconds) => {
    let output = '';
    const stream = Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.WriteStream & {
      fd: 1 & 2;
    };
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const rows = 100_000;
    const progress = createImportProgress(stream, rows * BYTES_PER_ROW);
    vi.advanceTimersByTime(idleSeconds * 1_000);
    for (let row = 1; row <= 60_000; row += 1) {
      // Rows are read at once until as many wait for the database as may; then 2,000 are saved a second.
      if (row > ROWS_READ_AHEAD && row % 100 === 0) vi.advanceTimersByTime(50);
      progress.update({ rows: row, bytes: Math.ceil((row * BYTES_PER_ROW) / CHUNK_BYTES) * CHUNK_BYTES });
    }
    const lines = output
      .trim()
      .split('\n')
      .filter((line) => !line.includes('| ? '));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      const [percent = '', , rate = '', left = ''] = line.split(' | ');
      expect(rate).toBe('2,000 rows/s');
      const seconds = (rows * (100 - Number.parseInt(percent))) / 100 / 2_000;
      expect(Math.abs(Number.parseInt(left) - seconds), line).toBeLessThan(seconds / 10);
    }
  },
);
