import { formatReport } from '../../import/import-report.ts';
import type { Importer } from '../../import/importer.ts';
import type { Preview, PreviewedRow } from '../../import/preview-file.ts';
import { inSnakeCase } from '../output.ts';

/** Formats the result of a dry run for people. */
export function formatPreview({ rows, refusals, isNewSource, report }: Preview, importer: Importer): string {
  const { newSource } = importer;
  const source =
    newSource &&
    (isNewSource
      ? `Source: ${newSource.code} would be made (${newSource.kind}, trust ${newSource.trust}, ${newSource.license ?? 'no licence'}).`
      : `Source: ${newSource.code}, as it is; what the mapping says of it is for a new one.`);
  return [
    'Nothing was saved: this is what an import would do.',
    ...(source ? [source] : []),
    '',
    ...rows.flatMap(formatRow),
    ...(refusals.length > 0 ? ['Refused, the first of them:'] : []),
    ...refusals.map(
      ({ line, code, reason, isProductKept, detail }) =>
        `  line ${line}: ${reason}${code ? ` (${code})` : ''}${isProductKept ? ', the product is kept without it' : ''}` +
        (detail === undefined ? '' : `: ${detail}`),
    ),
    '',
    formatReport(report, { isDryRun: true }),
  ].join('\n');
}

function formatRow({ line, code, outcome, status, category, facts, warnings }: PreviewedRow): string[] {
  const { name, ...others } = facts;
  return [
    `line ${line}: ${outcome}, ${code} ${JSON.stringify(name)}, ${status}, in ${category}`,
    ...Object.entries(others)
      .filter(([, value]) => value !== null)
      .map(([fact, value]) => `    ${fact}: ${JSON.stringify(value)}`),
    ...warnings.map(({ reason, detail }) => `    ! ${reason}${detail ? `: ${detail}` : ''}`),
    '',
  ];
}

/** Returns the result of a dry run for programs. */
export function showPreview(
  { rows, refusals, isNewSource, report }: Preview,
  { newSource }: Importer,
): object {
  return {
    new_source: newSource && isNewSource ? inSnakeCase(newSource) : null,
    rows,
    refusals: refusals.map(inSnakeCase),
    report: inSnakeCase(report),
  };
}
