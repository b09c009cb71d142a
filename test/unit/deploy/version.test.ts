import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkNode } from '../../../src/doctor/machine.ts';
import { RELEASE_VERSION } from '../../../src/platform/release-version.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const versionOf = (path: string) => (JSON.parse(read(path)) as { version: string }).version;

it('every part says the version of package.json', () => {
  const chart = parse(read('deploy/helm/Chart.yaml')) as Record<string, string>;
  const compose = /image: factshelf:(\S+)/.exec(read('docker-compose.yml'))?.[1];
  const image = /^ARG VERSION=(\S+)$/m.exec(read('Dockerfile'))?.[1];
  const tags = read('docs/deploy.md').matchAll(/(?:--branch v|\/opt\/factshelf-)(\d+\.\d+\.\d+)/g);
  const python = /^version = "(.*)"$/m.exec(read('clients/python/pyproject.toml'))?.[1];
  const said = {
    service: RELEASE_VERSION,
    lockFile: versionOf('package-lock.json'),
    typescript: versionOf('clients/typescript/package.json'),
    typescriptLockFile: versionOf('clients/typescript/package-lock.json'),
    python,
    chart: chart['version'],
    chartOfService: chart['appVersion'],
    compose,
    image,
    mcpServer: versionOf('server.json'),
    pageOnDeploying: [...new Set([...tags].map(([, tag]) => tag))].join(),
  };
  const version = versionOf('package.json');
  expect(said).toEqual(Object.fromEntries(Object.keys(said).map((part) => [part, version])));
});

it('the description for the registry of MCP servers leads to /mcp of any host', () => {
  const { remotes } = JSON.parse(read('server.json')) as {
    remotes: { type: string; url: string; variables: Record<string, { placeholder: string }> }[];
  };
  const addresses = remotes.map(({ type, url, variables }) => {
    const named = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(variables)).toEqual(named);
    return [type, url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.placeholder ?? '')];
  });
  expect(addresses).toEqual([['streamable-http', 'https://facts.example.org/mcp']]);
});

it('runs on the long-term releases of Node, and is bundled for the oldest of them', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const oldest = /^\^(\d+\.\d+)\.0 \|\| >=24\.0\.0$/.exec(engines.node)?.[1] ?? 'none';
  expect(oldest).toBe('22.12');
  expect(read('deploy/build/bundle.mjs')).toContain(`target: 'node${oldest}'`);
  const images = [...read('Dockerfile').matchAll(/^FROM node:(\S+)/gm)].map(([, version]) => version);
  expect(images).toEqual(Array(2).fill(expect.stringMatching(/^24\.\d+\.\d+-bookworm-slim$/)));
  // An older Node is warned of, and installs all the same.
  expect(read('.npmrc')).not.toContain('engine-strict');
});

it('is tested on the Node of its image, and on the oldest that is supported', () => {
  const image = /^FROM (node:24\.[\d.]+-bookworm)-slim AS build$/m.exec(read('Dockerfile'))?.[1];
  expect(read('.github/workflows/check.yml')).toContain(`container: ${image}\n`);
  expect(read('test/run-long.ts')).toContain('--package=node@22.12.0 ');
  expect(checkNode()).toEqual([expect.objectContaining({ is_wrong: false })]);
});

it('has the native parts of its packages, for the Node that runs', () => {
  const msgpackr = createRequire(createRequire(import.meta.url).resolve('bullmq'))('msgpackr') as object;
  // Without it, msgpackr falls back in silence.
  expect(msgpackr).toMatchObject({ isNativeAccelerationEnabled: true });
});
