import type { Machine } from '../../describe-machine.ts';
import type { CostRow } from '../costs/measure-costs.ts';
import type { LoadResult, WorstLoadResult } from '../measure-load.ts';
import type { CatalogueFacts } from '../catalogue/catalogue-facts.ts';
import type { RowSummary } from '../summarise-row.ts';

/** Everything a run of the search bench found out: what `--json` writes and reports are made from. */
export interface SearchBenchResult {
  date: string;
  machine: Machine;
  catalogue: CatalogueFacts;
  /** Its name, version, and size. */
  engine: string;
  indexMib: number;
  /** What the API process held at the end. */
  apiMib: number;
  /** Of the machine when the run began: beside other work times are only good beside the oracle's. */
  loadAverage: number;
  queries: number;
  seed: number;
  rows: RowSummary[];
  load: LoadResult[];
  worstLoad: WorstLoadResult[];
  costs: CostRow[];
}
