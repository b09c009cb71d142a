import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  from: string;
  to: string;
}

/** Every relative import of the program's own files, both sides as paths from the root. */
function listImports(): Import[] {
  return ['src', 'indexer', 'bench', 'console'].flatMap((folder) =>
    listFiles(folder).flatMap((from) =>
      [...readFileSync(path.join(ROOT, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
        ([, target = '']) => ({ from, to: path.posix.join(path.posix.dirname(from), target) }),
      ),
    ),
  );
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => path.posix.join(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

interface Rule {
  says: string;
  /** For files that match, … */
  from: RegExp;
  /** … imports that match this are wrong, … */
  to: RegExp;
  /** … but for these. */
  except?: RegExp;
}

const RULES: Rule[] = [
  {
    says: 'src knows nothing of the indexer, the console, benches and tests',
    from: /^src\//,
    to: /^(?!src\/|package\.json$)/,
  },
  {
    says: 'the console knows the service by HTTP only: by its contracts and the types of its endpoints, and by what a role may do',
    from: /^console\//,
    to: /^(src|indexer|bench|test)\//,
    except:
      /^src\/(.*-contract|endpoints|platform\/http\/(route|callers\/operator)|catalog\/(products\/page-address|barcodes\/draw-barcode)|facts\/registry\/(fact-registry|fact-list|fact-declaration|fact-codes|language-codes|nutriment-keys|open-facts-hosts))\.ts$/,
  },
  {
    says: 'the benches know the service by HTTP only; what starts it for a bench is apart',
    from: /^bench\/(?!(catalogue|reads|shared)\/|start-|count-)/,
    to: /^(src|indexer)\//,
    except: /^src\/(platform\/text\/fold-text|facts\/values\/gtin)\.ts$/,
  },
  {
    says: 'the indexer uses the base, the stores, the documents of the index, and one interface of all engines',
    from: /^indexer\//,
    to: /^(?!indexer\/)/,
    except: new RegExp(
      [
        '^src/platform/(?!openapi/|audit/)',
        '^src/publish/webhooks/',
        '^src/search/index/',
        String.raw`^src/search/engines/(open-engine|index-engine|engine-error)\.ts$`,
        String.raw`^src/(facts/values/gtin|data/countries)\.ts$`,
        String.raw`^src/.*-store\.ts$`,
      ].join('|'),
    ),
  },
  {
    says: 'http/ knows no resource, and no table but that of kept answers',
    from: /^src\/platform\/http\/(?!callers\/admin-route|idempotency\/)/,
    to: /^src\/(?!platform\/(http\/|error-code\.ts|db\/database-error\.ts))/,
  },
  {
    says: 'db/ is the lowest part, but for the files of the release, the loop, the codes of errors, and how the names that it stores are folded',
    from: /^src\/platform\/db\//,
    to: /^src\/(?!platform\/(db\/|(release|start-loop|error-code)\.ts$|text\/fold-text\.ts$))/,
  },
  {
    says: 'routes are known to their list alone',
    from: /^src\/(?!routes\.ts$)/,
    to: /^src\/(?!platform\/http\/).*-routes\.ts$/,
    except: /\/guard-\w+-routes\.ts$/,
  },
  {
    says: 'stores know neither routes nor HTTP',
    from: /-store\.ts$/,
    to: /^src\/platform\/http\/|(-|\/)routes\.ts$|^src\/(app|main)\.ts$/,
  },
  {
    says: 'the application is known to what runs it, and its endpoints to what describes them',
    from: /^(?!(src\/(main|app|endpoints|cli\/openapi)|bench\/bench-api)\.ts$)/,
    to: /^src\/(app|routes)\.ts$/,
  },
  {
    says: 'imports of files are known to their commands, and to what fetches files',
    from: /^(src\/(?!import\/|cli\/|upstream\/)|indexer\/)/,
    to: /^src\/import\//,
  },
  { says: 'nothing imports a program', from: /^(?!src\/cli\/)/, to: /(^|\/)(main|start)\.ts$|^src\/cli\// },
];

/** The folders of `src` from top to bottom. A folder uses itself, its row and the rows below. */
const ROWS = [
  ['pages', 'mcp', 'compatible'],
  ['upstream'],
  ['import', 'follow', 'publish', 'erasure', 'demo', 'doctor'],
  ['review'],
  ['search'],
  ['catalog'],
  ['facts', 'quality'],
  ['access'],
  ['data'],
  ['platform'],
];
/** What starts the program and mounts its endpoints: above all rows. */
const ABOVE = ['cli', 'embedded'];
/** The types of the calls that are possible: for the top row. */
const CALLS = 'src/endpoints.ts';

const folderOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1];
const rowOf = (file: string) => ROWS.findIndex((row) => row.includes(folderOf(file) ?? ''));

const imports = listImports();

test('the imports are read', () => {
  expect(imports).toContainEqual({ from: 'src/main.ts', to: 'src/app.ts' });
  expect(imports.length).toBeGreaterThan(100);
});

test.each(RULES)('$says', ({ from, to, except }) => {
  const offenders = imports.filter(
    (item) => from.test(item.from) && to.test(item.to) && !except?.test(item.to),
  );
  expect(offenders.map((item) => `${item.from} → ${item.to}`)).toEqual([]);
});

test('every folder of src has its row', () => {
  const folders = new Set(listFiles('src').map(folderOf));
  folders.delete(undefined);
  expect(folders).toEqual(new Set([...ROWS.flat(), ...ABOVE]));
});

test('a folder uses only its own row and those below', () => {
  const up = imports.filter(
    ({ from, to }) =>
      rowOf(from) >= 0 &&
      to.startsWith('src/') &&
      rowOf(to) < rowOf(from) &&
      !(to === CALLS && rowOf(from) === 0),
  );
  expect(up.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('no circle of imports', () => {
  expect(findCircles()).toEqual([]);
});

test('a folder holds 15 files at most, else it has inner folders', () => {
  const counts = new Map<string, number>();
  for (const file of ['src', 'indexer', 'console', 'bench', 'test/support', 'test/faults'].flatMap(
    listFiles,
  )) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 15)).toEqual([]);
});

test('a file has 300 lines at most', () => {
  const lengths = ['src', 'indexer', 'console', 'bench', 'test']
    .flatMap(listFiles)
    .map((file) => ({ file, lines: readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1 }));
  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
});

/** Tarjan's strongly connected components: groups of files that import each other, directly or not. */
function findCircles(): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) {
        lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0));
      }
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}
