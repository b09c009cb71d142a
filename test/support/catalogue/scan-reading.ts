import { UnreadableScan } from '../../../src/catalog/scan/read-elements.ts';
import { readScan, type Symbology } from '../../../src/catalog/scan/read-scan.ts';

const YEAR = 2026;
/** The separator of elements. */
export const GS = '\u001D';

/** Reads a scan as of 2026. */
export const read = (data: string, symbology?: Symbology) => readScan(data, symbology, YEAR);

/** Returns the reason of a refusal, or `none`. */
export function reasonOf(data: string, symbology?: Symbology): string {
  try {
    read(data, symbology);
  } catch (error) {
    if (error instanceof UnreadableScan) return error.reason;
    throw error;
  }
  return 'none';
}
