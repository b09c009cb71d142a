import { SingleBar } from 'cli-progress';
import { ROWS_READ_AHEAD } from '../../import/import-file.ts';

export interface ImportProgress {
  update(progress: { rows: number; bytes: number }): void;
  stop(): void;
}

interface Position {
  rows: number;
  bytes: number;
  at: number;
}

const LINE_INTERVAL_MS = 5_000;
const BAR_INTERVAL_MS = 100;
/** A rate over less than this jumps with every batch. */
const LEAST_MEASURED_S = 1;

/** Shows a bar with rate and remaining time on a terminal; elsewhere, such as in a log, a plain line every 5 s. */
export function createImportProgress(stream: NodeJS.WriteStream, totalBytes: number): ImportProgress {
  const isTerminal = stream.isTTY;
  const bar = new SingleBar({
    format: '{bar} {percentage} % | {rows} rows | {rate} rows/s | {left} left',
    stream,
    hideCursor: true,
    clearOnComplete: true,
  });
  if (isTerminal) bar.start(totalBytes, 0, { rows: 0, rate: '?', left: '?' });
  let shownAt = performance.now();
  let first: Position | undefined;
  const measure = ({ rows, bytes, at }: Position) => {
    const seconds = first ? (at - first.at) / 1_000 : 0;
    if (!first || seconds < LEAST_MEASURED_S) return { rate: '?', left: '?' };
    const bytesPerSecond = (bytes - first.bytes) / seconds;
    return {
      rate: Math.round((rows - first.rows) / seconds).toLocaleString('en'),
      left: bytesPerSecond > 0 ? formatDuration((totalBytes - bytes) / bytesPerSecond) : '?',
    };
  };

  return {
    update({ rows, bytes }) {
      // Called for every row, so it reads the clock only sometimes.
      if (rows % 100 !== 0) return;
      const now = performance.now();
      // Rows that are read ahead of the database say nothing about the rate of the import.
      if (rows >= ROWS_READ_AHEAD) first ??= { rows, bytes, at: now };
      if (now - shownAt < (isTerminal ? BAR_INTERVAL_MS : LINE_INTERVAL_MS)) return;
      shownAt = now;
      const shown = { rows: rows.toLocaleString('en'), ...measure({ rows, bytes, at: now }) };
      if (isTerminal) bar.update(bytes, shown);
      else {
        const percent = Math.floor((100 * bytes) / Math.max(1, totalBytes));
        stream.write(`${percent} % | ${shown.rows} rows | ${shown.rate} rows/s | ${shown.left} left\n`);
      }
    },
    stop() {
      if (isTerminal) bar.stop();
    },
  };
}

function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}
