/** A result of the search bench as Markdown. Pure. */
import type { Latency } from '../latency.ts';
import type { SearchBenchResult } from './questions/search-result.ts';
import type { RowSummary } from './summarise-row.ts';

const NOTHING = '–';
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const fixed = (value: number | null, digits: number): string =>
  value === null ? NOTHING : value.toFixed(digits);
/** Never rounded up to a perfection that was not reached. */
const share = (value: number | null): string =>
  value === null ? NOTHING : (Math.floor(value * 1_000 + 1e-9) / 1_000).toFixed(3);
const percent = (value: number | null): string =>
  value === null ? NOTHING : `${(value * 100).toFixed(value === 0 || value === 1 ? 0 : 1)} %`;
const ms = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));
export const latency = ({ p50, p95, p99 }: Latency): string => [p50, p95, p99].map(ms).join(' / ');

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}

const COLUMNS: [head: string, cell: (row: RowSummary) => string][] = [
  ['', (row) => row.name],
  ['questions', (row) => whole(row.questions)],
  ['failed', (row) => whole(row.failed)],
  ['score ratio', (row) => share(row.scoreRatio)],
  ['top-20 exact', (row) => share(row.exact)],
  ['identical', (row) => percent(row.identical)],
  ['totals wrong', (row) => percent(row.totalsWrong)],
  ['totals exact', (row) => percent(row.totalsExact)],
  ['pages broken', (row) => (row.paged === 0 ? NOTHING : `${row.pagesBroken} of ${row.paged}`)],
  ['pages 2–3 exact', (row) => share(row.laterPagesExact)],
  ['ms p50 / p95 / p99', (row) => latency(row.ms)],
  ['oracle ms', (row) => latency(row.oracleMs)],
  ['p50 ÷ oracle', (row) => fixed(row.ms.p50 / row.oracleMs.p50, 2)],
  ['settled', (row) => percent(row.settled)],
  ['to Postgres', (row) => percent(row.handedOver)],
  ['documents', (row) => fixed(row.documents, 0)],
  ['rounds', (row) => fixed(row.rounds, 1)],
];

export function formatRows(result: SearchBenchResult): string {
  const rows = result.rows.map((row) => COLUMNS.map(([, cell]) => cell(row)));
  const sumOf = (key: 'settledButDifferent' | 'otherScores' | 'withoutTruth') =>
    result.rows.filter(({ isSum }) => !isSum).reduce((sum, row) => sum + row[key], 0);
  const fellBack = result.rows.filter((row) => (row.fellBack ?? 0) > 0 && !row.isSum);
  const notes = [
    `Settled pages that differ from the oracle's: ${sumOf('settledButDifferent')}.`,
    `Questions with a score that is not the oracle's: ${sumOf('otherScores')}.`,
    `Questions the oracle did not answer, left out of every comparison: ${sumOf('withoutTruth')}.`,
    `The engine failed or was too slow, so that Postgres answered: ${
      fellBack.map((row) => `${row.name} ${percent(row.fellBack)}`).join(', ') || 'never'
    }.`,
  ];
  const head = COLUMNS.map(([name]) => name);
  return `${table(head, rows)}\n\n${notes.map((note) => `- ${note}`).join('\n')}`;
}

export function formatLoad({ load, worstLoad }: SearchBenchResult): string {
  const oracle = new Map(
    load.filter(({ engine }) => engine === 'oracle').map((loop) => [loop.callers, loop.perSecond]),
  );
  const rows = load.map((loop) => {
    const beside = oracle.get(loop.callers);
    return [
      loop.engine,
      String(loop.processes),
      String(loop.callers),
      loop.perSecond.toFixed(1),
      loop.engine === 'oracle' || !beside ? NOTHING : `${(loop.perSecond / beside).toFixed(1)} ×`,
      latency(loop.ms),
      `${whole(loop.failed)} of ${whole(loop.answers)}`,
      loop.engine === 'oracle' ? NOTHING : percent(loop.counters.handOvers / loop.answers),
      loop.engine === 'oracle' ? NOTHING : percent(loop.counters.fallBacks / loop.answers),
    ];
  });
  const tables = [
    table(
      [
        'engine',
        'processes',
        'callers',
        'searches/s',
        'beside the oracle',
        'ms p50 / p95 / p99',
        'failed',
        'to Postgres',
        'fell back',
      ],
      rows,
    ),
  ];
  if (worstLoad.length > 0) {
    tables.push(
      'The most expensive legal searches, 8 callers, and one who looks up barcodes meanwhile:',
      table(
        [
          'engine',
          'searches/s',
          'ms p50 / p95 / p99',
          'failed',
          'lookup ms p50 / p95 / p99',
          'lookups failed',
        ],
        worstLoad.map(({ searches, lookups }) => [
          searches.engine,
          searches.perSecond.toFixed(1),
          latency(searches.ms),
          `${whole(searches.failed)} of ${whole(searches.answers)}`,
          latency(lookups.ms),
          `${whole(lookups.failed)} of ${whole(lookups.answers)}`,
        ]),
      ),
    );
  }
  return tables.join('\n\n');
}

export function formatConditions(result: SearchBenchResult): string {
  const { machine, catalogue, date, queries, seed, loadAverage, indexMib, apiMib } = result;
  const copies =
    catalogue.copies > 0 ? `, ${whole(catalogue.copies)} of them varied copies of the others` : '';
  const copying = catalogue.copies > 0 ? `, ${whole(catalogue.copySeconds)} s to copy` : '';
  return [
    `${date}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGib} GiB, ${machine.system}, Node ${machine.node}, ` +
      `Postgres ${machine.postgres}, ${result.engine}; servers, API and callers all on this machine. Its load average was ${loadAverage} when the run began.`,
    `${whole(catalogue.products)} products from \`${catalogue.file}\` (${catalogue.sha256})${copies}: ` +
      `${whole(catalogue.importSeconds)} s to import${copying}, ${whole(catalogue.indexSeconds)} s to index, ${whole(indexMib)} MiB of index; the API held ${whole(apiMib)} MiB at the end. ` +
      `\`--queries ${queries} --seed ${seed}\``,
  ].join('\n\n');
}
