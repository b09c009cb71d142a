import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../support/servers/started-program.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const list = (folder: string) => readdirSync(path.join(ROOT, folder));
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  ...list('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const DECISIONS = list('docs/decisions').map((name) => `docs/decisions/${name}`);
const findAll = (pattern: RegExp) =>
  PAGES.flatMap((file) =>
    [...read(file).matchAll(pattern)].map((match) => ({ file, named: match[1] ?? '' })),
  );

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { profiles?: string[] }>;
};
const profiles = Object.values(services).flatMap((service) => service.profiles ?? []);
const programs = [...read('deploy/build/bundle.mjs').matchAll(/'((?:src|indexer)\/[\w./-]+)\.ts'/g)].map(
  ([, name]) => `dist/${name}.js`,
);

/** What commands of the docs name, each with the list of what is there. */
const NAMED: Record<string, { pattern: RegExp; known: readonly string[] }> = {
  'npm script': { pattern: /npm run (?:-s )?([\w:-]+)/g, known: Object.keys(scripts) },
  program: { pattern: /\b(dist\/[\w./-]+\.js)\b/g, known: programs },
  'profile of Compose': { pattern: /--profile ([\w-]+)/g, known: profiles },
  'service of Compose': {
    pattern: /docker compose (?:--profile [\w-]+ )*(?:exec|run|up|restart)((?: -[\w-]+| [\w-]+)*)/g,
    known: Object.keys(services),
  },
  unit: {
    pattern: /\b(factshelf-(?:api@|backup|migrate|indexer)(?:\.timer|\.service)?)(?=[\s`"$\d&]|$)/gm,
    known: list('deploy/systemd').flatMap((name) => [name, name.replace('.service', '')]),
  },
  'setting of Compose': {
    pattern: /^sed -i .*?\^(\w+)=/gm,
    known: [...read('.env.example').matchAll(/^# (\w+)=/gm)].map(([, name]) => name ?? ''),
  },
  'server of the chart': {
    pattern: /statefulset\/factshelf-([\w-]+)/g,
    known: [...read('deploy/helm/templates/servers.yaml').matchAll(/"(postgres|redis|meilisearch)"/g)].map(
      ([, name]) => name ?? '',
    ),
  },
  'deployment of the chart': {
    pattern: /deploy\/factshelf-([\w-]+)/g,
    known: list('deploy/helm/templates').map((name) => name.replace('.yaml', '')),
  },
};

describe('what the docs tell to type is there', () => {
  it.each(Object.entries(NAMED))('%s', (_, { pattern, known }) => {
    const given = findAll(pattern).filter(({ named }) => named !== '');
    const found = given.flatMap(({ file, named }) =>
      // Of `up`, `run` and the like the options go, and what is not a service but its command.
      named.startsWith(' ')
        ? named
            .trim()
            .split(' ')
            .filter((word) => !word.startsWith('-'))
            .slice(0, 1)
            .map((word) => ({ file, named: word }))
        : [{ file, named }],
    );
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter(({ named }) => !known.includes(named))).toEqual([]);
  });
});

/** As GitHub makes them of headings. */
const listAnchors = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function listLinks(file: string): { file: string; target: string; anchor: string | undefined }[] {
  return [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].map(([, link = '']) => {
    const [place = '', anchor] = link.split('#');
    const target = place === '' ? file : path.join(path.dirname(file), place);
    return { file, target, anchor };
  });
}

test('every link leads to a file, and to a heading that it has', () => {
  const links = [...PAGES, ...DECISIONS].flatMap(listLinks);
  expect(links.filter(({ target }) => !existsSync(path.join(ROOT, target)))).toEqual([]);
  const toHeadings = links.filter(({ target, anchor }) => anchor !== undefined && target.endsWith('.md'));
  expect(toHeadings.filter(({ target, anchor = '' }) => !listAnchors(target).includes(anchor))).toEqual([]);
});

test('every page is two clicks from the README', () => {
  const targetsOf = (files: string[]) =>
    files.filter((file) => file.endsWith('.md') && existsSync(path.join(ROOT, file))).flatMap(listLinks);
  const first = targetsOf(['README.md']).map(({ target }) => target);
  const second = targetsOf(first).map(({ target }) => target);
  const reached = new Set(['README.md', ...first, ...second]);
  expect([...PAGES, ...DECISIONS].filter((file) => !reached.has(file))).toEqual([]);
});
