import { SingleBar } from 'cli-progress';

export interface ImportProgress {
  update(progress: { rows: number; bytes: number }): void;
  stop(): void;
}

const LINE_INTERVAL_MS = 5_000;
const BAR_INTERVAL_MS = 100;

/** Shows a bar with rate and remaining time on a terminal; elsewhere, such as in a log, a plain line every 5 s. */
export function createImportProgress(stream: NodeJS.WriteStream, totalBytes: number): ImportProgress {
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1_000;
  const isTerminal = stream.isTTY;
  const bar = new SingleBar({
    format: '{bar} {percentage} % | {rows} rows | {rate} rows/s | {left} left',
    stream,
    hideCursor: true,
    clearOnComplete: true,
  });
  if (isTerminal) bar.start(totalBytes, 0, { rows: 0, rate: 0, left: '?' });
  let shownAt = startedAt;

  return {
    update({ rows, bytes }) {
      // Called for every row, so it reads the clock only sometimes.
      if (rows % 100 !== 0) return;
      const now = performance.now();
      if (now - shownAt < (isTerminal ? BAR_INTERVAL_MS : LINE_INTERVAL_MS)) return;
      shownAt = now;
      const seconds = elapsedSeconds();
      const shown = {
        rows: rows.toLocaleString('en'),
        rate: Math.round(rows / seconds).toLocaleString('en'),
        left: formatDuration((seconds * (totalBytes - bytes)) / Math.max(1, bytes)),
      };
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
