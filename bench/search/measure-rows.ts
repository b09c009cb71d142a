import { createWriteStream } from 'node:fs';
import { interleave } from './measure-load.ts';
import { measureRow, readCounters, type Engines, type RowMeasurement } from './measure-row.ts';
import { searchPath } from './questions/search-answer.ts';
import type { QuestionRow, RowGroup } from './questions/search-questions.ts';
import { summariseRow, type RowSummary } from './summarise-row.ts';

const SUMS: [name: string, group: RowGroup][] = [
  ['**all texts**', 'text'],
  ['**all with filters**', 'filter'],
];

/** Until caches are warm, and the engine answers itself. */
export async function warmUp(
  { engine, oracle }: Pick<Engines, 'engine'> & Partial<Engines>,
  rows: QuestionRow[],
): Promise<void> {
  const usual = rows.filter(({ group }) => group === 'text' || group === 'filter');
  for (const parameters of interleave(usual)) {
    await oracle?.get(searchPath(parameters));
    await engine.get(searchPath(parameters));
  }
  const until = Date.now() + 300_000;
  for (;;) {
    const before = await readCounters([engine]);
    await engine.get(searchPath({ q: 'chocolate' }));
    if ((await readCounters([engine])).handOvers === before.handOvers) return;
    if (Date.now() > until) throw new Error('The engine did not get ready to answer.');
    await new Promise((done) => setTimeout(done, 100));
  }
}

export async function measureRows(
  engines: Engines,
  asked: QuestionRow[],
  details: string,
  say: (line: string) => void,
): Promise<RowSummary[]> {
  const measured: { row: QuestionRow; measurement: RowMeasurement }[] = [];
  const stream = createWriteStream(details);
  for (const row of asked) {
    const startedAt = performance.now();
    const measurement = await measureRow(engines, row);
    measured.push({ row, measurement });
    for (const one of measurement.measurements) {
      stream.write(`${JSON.stringify({ row: row.name, ...one })}\n`);
    }
    for (const one of measurement.paging) {
      stream.write(`${JSON.stringify({ row: row.name, ...one })}\n`);
    }
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    say(`${row.name}: ${row.questions.length} questions in ${seconds} s`);
  }
  stream.end();
  const rows = measured.map(({ row, measurement }) => summariseRow(row.name, row.group, [measurement]));
  const sums = SUMS.flatMap(([name, group]) => {
    const ofGroup = measured.filter(({ row }) => row.group === group);
    return ofGroup.length < 2
      ? []
      : {
          ...summariseRow(
            name,
            group,
            ofGroup.map(({ measurement }) => measurement),
          ),
          isSum: true,
        };
  });
  return [...rows, ...sums];
}
