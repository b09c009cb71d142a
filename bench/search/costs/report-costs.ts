/** The costs of searches as Markdown. Pure. */
import { latency, table } from '../report-search.ts';
import type { CostRow } from './measure-costs.ts';
import type { StreamKind } from './question-stream.ts';

const TITLES: Record<StreamKind, string> = {
  new: 'Questions that do not come twice, 8 callers; processor milliseconds a search by process:',
  zipf: 'The same, drawn by Zipf’s law, so that a few come often:',
};

export function formatCosts(costs: CostRow[], engine: string): string {
  return (['new', 'zipf'] as const)
    .map((stream) => {
      const rows = costs.filter((row) => row.stream === stream);
      return `${TITLES[stream]}\n\n${formatStream(rows, engine)}`;
    })
    .join('\n\n');
}

function formatStream(rows: CostRow[], engine: string): string {
  const of = (row: CostRow, process: string) => row.processorMs[process] ?? 0;
  const beside = ['postgres', 'indexer'];
  return table(
    [
      '',
      'searches/s',
      'ms p50 / p95 / p99',
      'failed',
      'API',
      engine,
      '**both**',
      ...beside,
      ...(rows.some(({ bare }) => bare) ? ['its own search', 'its searches/s'] : []),
    ],
    rows.map((row) => [
      row.name,
      row.perSecond.toFixed(0),
      latency(row.ms),
      `${row.failed} of ${row.answers}`,
      of(row, 'API').toFixed(2),
      of(row, 'engine').toFixed(2),
      (of(row, 'API') + of(row, 'engine')).toFixed(2),
      ...beside.map((process) => of(row, process).toFixed(2)),
      ...(row.bare ? [row.bare.processorMs.toFixed(2), row.bare.perSecond.toFixed(0)] : []),
    ]),
  );
}
