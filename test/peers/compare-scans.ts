import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { UnreadableScan } from '../../src/catalog/scan/read-elements.ts';
import { readScan } from '../../src/catalog/scan/read-scan.ts';
import { findKnownDifference } from './known-differences.ts';
import { makeScans, type MadeScan } from './make-scans.ts';

/** What either reader makes of a scan. */
export interface ScanRead {
  refused?: string;
  crashed?: string;
  /** Of digits: whatever they may stand for. */
  gtins?: string[];
  /** Of the others, with 01 among them. */
  elements?: Record<string, string>;
  repeated?: boolean;
}

const REAL: MadeScan[] = [
  { kind: 'link', text: 'https://tesco.com/01/05051277937280/10/101150200?17=260505&90=A46' },
  { kind: 'elements', text: ']C101070356200521631523080710230710' },
  { kind: 'bracketed', text: '(01)03274080005003' },
  ...['04252614', '02345673', '02345147', '06397126', '08679339', '07838604', '04256212', '00985234'].map(
    (text): MadeScan => ({ kind: 'digits', text }),
  ),
];

await new Command('scan-peers')
  .description(
    'Reads made and real scans with ours and with biip (pip install biip), and names every difference.',
  )
  .option('--python <command>', 'a Python that has biip', 'python3')
  .option('--count <count>', 'scans of each kind', Number, 5_000)
  .option('--seed <seed>', 'the same makes the same scans', Number, 1)
  .action(run)
  .parseAsync();

function run({ python, count, seed }: { python: string; count: number; seed: number }): void {
  const scans = [...REAL, ...makeScans(count, seed)];
  const theirs = readWithBiip(python, scans);
  const known = new Map<string, { count: number; example: string }>();
  let unknown = 0;
  for (const [at, scan] of scans.entries()) {
    const ours = readWithOurs(scan);
    const other = theirs[at] ?? {};
    if (isSame(ours, other)) continue;
    const reason = findKnownDifference(scan, ours, other);
    if (reason === undefined) {
      unknown += 1;
      if (unknown <= 20)
        say(`${JSON.stringify(scan)}\n  ours ${JSON.stringify(ours)}\n  biip ${JSON.stringify(other)}`);
      continue;
    }
    const entry = known.get(reason) ?? { count: 0, example: JSON.stringify(scan.text) };
    known.set(reason, { ...entry, count: entry.count + 1 });
  }
  for (const [reason, entry] of known) say(`${entry.count} times: ${reason}, as ${entry.example}`);
  say(`${scans.length} scans, ${unknown} differences that nobody has explained`);
  process.exitCode = unknown === 0 ? 0 : 1;
}

function readWithBiip(python: string, scans: MadeScan[]): ScanRead[] {
  const script = fileURLToPath(new URL('./read-scans.py', import.meta.url));
  const input = scans.map(({ kind, text }) => JSON.stringify([kind, text])).join('\n');
  const { status, stdout, stderr } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`biip cannot be asked: ${stderr}`);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ScanRead);
}

function readWithOurs({ kind, text }: MadeScan): ScanRead {
  try {
    const { readings, elements } = readScan(text, undefined, new Date().getUTCFullYear());
    const gtins = [...new Set(readings.map(({ gtin14 }) => gtin14))].sort();
    if (kind === 'digits') return { gtins };
    return { elements: { ...elements, ...(gtins[0] === undefined ? {} : { '01': gtins[0] }) } };
  } catch (error) {
    if (!(error instanceof UnreadableScan)) throw error;
    return { refused: `${error.reason}: ${error.message}` };
  }
}

function isSame(ours: ScanRead, other: ScanRead): boolean {
  if (ours.refused !== undefined) return other.refused !== undefined;
  if (ours.gtins) return JSON.stringify(ours.gtins) === JSON.stringify(other.gtins);
  const sort = (elements: Record<string, string> = {}) =>
    JSON.stringify(Object.entries(elements).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sort(ours.elements) === sort(other.elements) && other.repeated !== true;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
