import { PART_LIST } from '../../facts/registry/fact-list.ts';
import type { RowWarning } from '../import-record.ts';
import type { FileRow, RowLine } from '../reading/file-row.ts';
import { readNumber } from '../values/read-number.ts';
import { addRows, createSignCount } from '../values/sign-count.ts';
import type { Mapping, MappingRule } from './mapping-contract.ts';
import { findGiven, readText } from './read-value.ts';

export const unitOfRule = (rule: MappingRule | undefined) => (rule && 'unit' in rule ? rule.unit : undefined);

const NUMBERS: ReadonlySet<string> = new Set(
  PART_LIST.flatMap(({ name, value }) => (value.type === 'number' ? [name] : [])),
);

/** Returns whether the values of a rule are numbers: also of texts that get the unit of their rule. */
function isNumberRule(name: string, rule: MappingRule): boolean {
  const isNumberAttribute = 'type' in rule && rule.type === 'number';
  return (
    name.startsWith('nutriments.') || NUMBERS.has(name) || isNumberAttribute || unitOfRule(rule) !== undefined
  );
}

/** Returns the number, or undefined after a warning. */
export type TakeNumber = (name: string, given: unknown, rule: MappingRule) => number | undefined;

/** @param mixedColumns in which the numbers of the file have both decimal signs */
export function createNumberReader(
  { decimal }: Mapping['file'],
  mixedColumns: ReadonlySet<string>,
  warnings: RowWarning[],
): TakeNumber {
  return (name, given, rule) => {
    const read = readNumber(given, decimal, 'column' in rule && mixedColumns.has(rule.column));
    if ('value' in read) return read.value;
    const why = {
      no_number: 'is no amount',
      other_sign: `has another decimal sign than the mapping says (${decimal})`,
      doubtful_sign: 'may have decimals or thousands: its column has both decimal signs',
    }[read.problem];
    warnings.push({
      reason: read.problem === 'no_number' ? 'invalid_value' : 'decimal_sign',
      detail: `${name}: "${readText(given)}" ${why}`,
    });
    return undefined;
  };
}

/**
 * Reads a whole file and returns the columns whose numbers have both decimal signs.
 * @throws {ImportFileError} most numbers of a column have another sign than the mapping says
 */
export async function findMixedColumns(
  rows: AsyncIterable<RowLine>,
  { facts, file: { decimal } }: Mapping,
  isStopped: () => boolean,
): Promise<ReadonlySet<string>> {
  const rules = Object.entries(facts).flatMap(([name, rule]) =>
    'column' in rule && isNumberRule(name, rule) ? [rule] : [],
  );
  if (rules.length === 0) return new Set();
  const count = createSignCount((given) => readNumber(given, decimal));
  const list = (row: FileRow) => rules.map((rule) => [rule.column, findGiven(row, rule)] as const);
  await addRows(count, rows, list, isStopped);
  return count.check(
    `The mapping says decimal: "${decimal}". Say decimal: "${decimal === '.' ? ',' : '.'}", or mend the column.`,
  );
}
