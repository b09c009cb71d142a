import type { BarcodeRefusal, ImportWarning, RowRefusal } from './import-record.ts';
import type { BatchCounts } from './save-batch.ts';

export interface ImportReport extends Omit<BatchCounts, 'erased'> {
  rowsRead: number;
  /** Rows that created no product. */
  refusedRows: Partial<Record<RowRefusal, number>>;
  /** Rows without a known category: their products are in the catch-all category of their kind. */
  withoutCategory: number;
  /** Refused barcodes; unless barcodes are required, their products are kept without one. */
  refusedBarcodes: Partial<Record<BarcodeRefusal, number>>;
  warnings: Partial<Record<ImportWarning, number>>;
  durationSeconds: number;
  rowsPerSecond: number;
  peakMemoryMb: number;
  /** False if the run was interrupted; every earlier batch is saved completely. */
  isComplete: boolean;
}

export function createReport(): ImportReport {
  return {
    rowsRead: 0,
    created: 0,
    completed: 0,
    updated: 0,
    unchanged: 0,
    takenBarcodes: 0,
    refusedRows: {},
    withoutCategory: 0,
    refusedBarcodes: {},
    warnings: {},
    durationSeconds: 0,
    rowsPerSecond: 0,
    peakMemoryMb: 0,
    isComplete: false,
  };
}

export function countUp<Key extends string>(counts: Partial<Record<Key, number>>, key: Key, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by;
}

/** Formats the report for the end of a run. */
export function formatReport(report: ImportReport, { isDryRun = false } = {}): string {
  const saved: [string, number][] = [
    ['created', report.created],
    ['completed', report.completed],
    ['updated', report.updated],
    ['unchanged', report.unchanged],
  ];
  const lines: [string, number][] = [
    ['rows read', report.rowsRead],
    ...(isDryRun ? [] : saved),
    ['without a known category', report.withoutCategory],
    ...listCounts('refused row', report.refusedRows),
    ...listCounts('refused barcode', report.refusedBarcodes),
    ...listCounts('barcode', { 'of another product': report.takenBarcodes }),
    ...listCounts('warning', report.warnings),
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  const table = lines.map(
    ([label, count]) => `${label.padEnd(width)}  ${count.toLocaleString('en').padStart(11)}`,
  );
  if (isDryRun) return table.join('\n');
  const speed = `${report.durationSeconds.toFixed(1)} s, ${report.rowsPerSecond.toLocaleString('en')} rows/s`;
  return [...table, `${speed}, peak memory ${report.peakMemoryMb} MB`].join('\n');
}

function listCounts(label: string, counts: Partial<Record<string, number>>): [string, number][] {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([reason, count]): [string, number] => [`${label}: ${reason}`, count ?? 0])
    .toSorted(([, a], [, b]) => b - a);
}
