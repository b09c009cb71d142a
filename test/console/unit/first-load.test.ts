import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterAll, expect, test, vi } from 'vitest';
import { ROOT } from '../../support/servers/started-program.ts';

/** What a browser fetches before it shows the sign-in page, scripts and styles, gzipped. */
const MAX_FIRST_LOAD_BYTES = 250_000;
const SHOWN = 12;

afterAll(() => vi.unstubAllEnvs());

test('little is loaded before the first page is shown', { timeout: 120_000 }, async () => {
  // The build changes it for the whole process, which runs other test files afterwards. React with its checks for
  // developers is larger, and several times slower.
  vi.stubEnv('NODE_ENV', 'test');
  const files = await buildConsole();
  const parts = [...files.values()].flatMap((file) =>
    file.type === 'chunk' ? Object.keys(file.modules) : [],
  );
  expect(parts.filter((part) => part.includes('development'))).toEqual([]);
  const first = listFirst(files);
  const total = first.reduce((sum, file) => sum + weigh(file), 0);
  console.info(`first load of the console: ${kilobytes(total)} gzipped`);
  expect(first.some(({ type }) => type === 'asset')).toBe(true);
  expect(total, describe(first)).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
});

type File = Rolldown.OutputChunk | Rolldown.OutputAsset;

async function buildConsole(): Promise<Map<string, File>> {
  const built = await build({
    root: path.join(ROOT, 'console'),
    configFile: path.join(ROOT, 'console/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  });
  if (!('output' in built)) throw new Error('one build is expected');
  return new Map(built.output.map((file) => [file.fileName, file]));
}

/** The scripts that the page names, all they import at once, and their styles. */
function listFirst(files: Map<string, File>): File[] {
  const names = new Set([...files.values()].filter(isEntry).map(({ fileName }) => fileName));
  for (const name of names) {
    const file = files.get(name);
    if (file?.type !== 'chunk') continue;
    for (const next of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) names.add(next);
  }
  return [...names].flatMap((name) => files.get(name) ?? []);
}

function isEntry(file: File): boolean {
  return file.type === 'chunk' && file.isEntry;
}

function weigh(file: File): number {
  return gzipSync(file.type === 'chunk' ? file.code : file.source).length;
}

/** The heaviest files, and the packages whose code in them is longest. */
function describe(files: File[]): string {
  const packages = new Map<string, number>();
  for (const file of files) {
    if (file.type !== 'chunk') continue;
    for (const [id, { renderedLength }] of Object.entries(file.modules)) {
      const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'the console itself';
      packages.set(name, (packages.get(name) ?? 0) + renderedLength);
    }
  }
  return [
    'What weighs most, gzipped:',
    ...listMost(files.map((file) => [file.fileName, weigh(file)])),
    'Packages, before they are minified:',
    ...listMost([...packages]),
  ].join('\n');
}

function listMost(weights: [string, number][]): string[] {
  return weights
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, bytes]) => `  ${kilobytes(bytes)}  ${name}`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
