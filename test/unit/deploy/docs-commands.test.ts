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
  'npm script': { pattern: /npm run (?:-s |--silent )?(\w[\w:-]*)/g, known: Object.keys(scripts) },
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

/** The text of each command of `src/cli` and of the files there that it imports, by the name of its npm script. */
const commands = new Map(
  Object.entries(scripts).flatMap(([name, script]) => {
    const file = /run\.mjs (src\/cli\/\S+)$/.exec(script)?.[1];
    if (file === undefined) return [];
    const text = read(`${file}.ts`);
    const imported = [...text.matchAll(/from '(\.\.?\/[\w-]+\.ts)'/g)].map(([, part = '']) =>
      path.join(path.dirname(file), part),
    );
    return [[name, [text, ...imported.filter((part) => part.startsWith('src/cli/')).map(read)].join('\n')]];
  }),
);
const START = `(?:npm run (?:-s )?|dist/src/cli/(?:\\w+/)?|\\bfactshelf |\\bcli |\`)(${[...commands.keys()].join('|')})`;
const CALL = new RegExp(`${START}(?:\\.js)?(?=[ "\`])([^\\n\`|;&#]*)`, 'g');
const calls = PAGES.flatMap((file) =>
  [...read(file).matchAll(CALL)].map(([text, name = '', rest = '']) => ({ file, text, name, rest })),
);
/** What `addCommand` makes, one by one or in a loop over pairs of a name and its description. */
const listSubcommands = (name: string) =>
  [...(commands.get(name) ?? '').matchAll(/addCommand\(\s*command,\s*'([\w-]+)[ ']|^ {2}\['(\w+)', '/gm)].map(
    ([, one, looped]) => one ?? looped,
  );

describe('what the docs pass to a command', () => {
  it('is an option that it has', () => {
    const options = calls.flatMap(({ file, text, name, rest }) =>
      [...rest.matchAll(/ "?(--[a-z][\w-]*)/g)].map(([, option = '']) => ({ file, text, name, option })),
    );
    expect(new Set(options.map(({ option }) => option)).size).toBeGreaterThan(15);
    expect(
      options.filter(({ name, option }) => !new RegExp(`'${option}[ ']`).test(commands.get(name) ?? '')),
    ).toEqual([]);
  });

  it('is a command that it has', () => {
    const given = calls.flatMap(({ file, text, name, rest }) => {
      const word = /^(?: --)? ([a-z][a-z-]+)(?= |$)/.exec(rest)?.[1];
      return word !== undefined && listSubcommands(name).length > 0 ? [{ file, text, name, word }] : [];
    });
    expect(given.length).toBeGreaterThan(20);
    expect(given.filter(({ name, word }) => !listSubcommands(name).includes(word))).toEqual([]);
  });

  it.each(['operator', 'key'])('is listed whole in commands.md: %s', (name) => {
    const listed = [...read('docs/commands.md').matchAll(new RegExp(`\`${name} ([\\w-]+)`, 'g'))].map(
      ([, word]) => word,
    );
    expect(new Set(listed)).toEqual(new Set(listSubcommands(name)));
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
