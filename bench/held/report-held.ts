/** What a process costs until it holds all products. */
export interface HeldStart {
  seconds: number;
  processorSeconds: number;
  /** For which it answered nobody. */
  longestMs: number;
  peakMb: number;
}

export interface HeldMeasured {
  start: HeldStart & { restMb: number; searchedMb: number };
  rows: HeldRow[];
}

/** Searches of one kind, of eight callers at once. */
export interface HeldRow {
  name: string;
  processorMs: number;
  p50: number;
  p95: number;
  p99: number;
  /** For which it answered nobody. */
  longestMs: number;
}

export interface HeldResult {
  products: number;
  cold: HeldMeasured;
  kept: HeldMeasured;
}

/** Tables of Markdown: starts and memory by number of products, and searches by kind. */
export function formatHeld(results: HeldResult[]): string {
  const starts = results.flatMap(({ products, cold, kept }) =>
    Object.entries({ Postgres: cold.start, 'its file': kept.start }).map(([from, start]) => [
      products.toLocaleString('en'),
      from,
      start.seconds.toFixed(1),
      start.processorSeconds.toFixed(1),
      start.longestMs.toFixed(0),
      start.peakMb.toFixed(0),
      start.restMb.toFixed(0),
      from === 'Postgres' ? '–' : start.searchedMb.toFixed(0),
    ]),
  );
  const searches = results.flatMap(({ products, kept }) =>
    kept.rows.map((row) => [
      products.toLocaleString('en'),
      row.name,
      row.processorMs.toFixed(2),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      row.longestMs.toFixed(0),
    ]),
  );
  return [
    formatTable(
      [
        'products',
        'read from',
        's',
        'processor s',
        'longest block ms',
        'peak MB',
        'at rest MB',
        'after searches MB',
      ],
      starts,
    ),
    formatTable(['products', 'kind', 'processor ms', 'p50 ms', 'p99 ms', 'longest block ms'], searches),
  ].join('\n\n');
}

function formatTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
