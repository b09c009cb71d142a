import { summariseLatency, type Latency } from '../latency.ts';
import type { Measurement, RowMeasurement } from './measure-row.ts';
import type { RowGroup } from './questions/search-questions.ts';

/**
 * One row of the table. Shares and means are of all its questions, failed ones included, unless said otherwise; null
 * where there is nothing to take them of.
 */
export interface RowSummary {
  name: string;
  group: RowGroup;
  /** Made of all rows of the group. */
  isSum: boolean;
  questions: number;
  failed: number;
  /** The oracle gave no answer: left out of every comparison. */
  withoutTruth: number;
  scoreRatio: number | null;
  exact: number | null;
  identical: number | null;
  totalsExact: number | null;
  totalsWrong: number | null;
  /** Questions whose pages 1 to 3 were asked for. */
  paged: number;
  /** Of these, those whose pages skip or repeat a product. */
  pagesBroken: number;
  laterPagesExact: number | null;
  ms: Latency;
  oracleMs: Latency;
  /** Share of the questions whose page is settled: nothing that was not fetched can belong on it. */
  settled: number | null;
  /** Settled pages that differ from the oracle's all the same. The proof is wrong where this is not 0. */
  settledButDifferent: number;
  /** Products with a score that is not the oracle's, in questions. */
  otherScores: number;
  /** Share of the questions that went to the Postgres engine: by design, and because the engine failed or was slow. */
  handedOver: number | null;
  fellBack: number | null;
  /** Means of the questions that the engine answered. */
  documents: number | null;
  rounds: number | null;
}

export function summariseRow(name: string, group: RowGroup, rows: RowMeasurement[]): RowSummary {
  const measurements = rows.flatMap((row) => row.measurements);
  const paging = rows.flatMap((row) => row.paging);
  const compared = measurements.flatMap(({ comparison }) => comparison ?? []);
  const answered = measurements.filter(({ counters }) => counters.settledPages + counters.unsettledPages > 0);
  const share = (test: (measurement: Measurement) => boolean) =>
    meanOf(measurements.map((measurement) => Number(test(measurement))));
  return {
    name,
    group,
    isSum: false,
    questions: measurements.length,
    failed: countOf(measurements, ({ failed }) => failed),
    withoutTruth: measurements.length - compared.length,
    scoreRatio: meanOf(compared.map(({ scoreRatio }) => scoreRatio)),
    exact: meanOf(compared.map(({ exact }) => exact)),
    identical: meanOf(compared.map(({ isIdentical }) => Number(isIdentical))),
    totalsExact: meanOf(compared.map(({ isTotalExact }) => Number(isTotalExact))),
    totalsWrong: meanOf(compared.map(({ isTotalWrong }) => Number(isTotalWrong))),
    paged: paging.length,
    pagesBroken: countOf(paging, ({ isWhole }) => !isWhole),
    laterPagesExact: meanOf(paging.map(({ exact }) => exact)),
    ms: summariseLatency(measurements.map(({ ms }) => ms)),
    oracleMs: summariseLatency(measurements.map(({ oracleMs }) => oracleMs)),
    settled: share(({ counters }) => counters.settledPages > 0),
    settledButDifferent: countOf(
      measurements,
      ({ counters, comparison }) =>
        counters.settledPages > 0 && comparison !== undefined && comparison.exact < 1,
    ),
    otherScores: countOf(compared, ({ hasOtherScores }) => hasOtherScores),
    handedOver: share(({ counters }) => counters.handOvers > 0),
    fellBack: share(({ counters }) => counters.fallBacks > 0),
    documents: meanOf(answered.map(({ counters }) => counters.documents)),
    rounds: meanOf(answered.map(({ counters }) => counters.rounds)),
  };
}

function countOf<T>(items: T[], test: (item: T) => boolean): number {
  return items.filter(test).length;
}

function meanOf(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
