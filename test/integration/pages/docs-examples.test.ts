import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stampAll } from '../../support/changes/change-reader.ts';
import { EXAMPLE_ROOT } from '../../../src/pages/docs/doc.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';

/** How a program in a language is run; `asks`: what shows that the language is here. */
const RUNTIMES: Record<string, { file: string; command: string[]; asks: string[] }> = {
  sh: { file: 'example.sh', command: ['bash', '-e'], asks: ['curl', '--version'] },
  js: { file: 'look-up.mjs', command: ['node'], asks: ['node', '--version'] },
  python: { file: 'look_up.py', command: ['python3'], asks: ['python3', '--version'] },
  go: { file: 'main.go', command: ['go', 'run'], asks: ['go', 'version'] },
};
/** A refusal ends the shell. */
const STRICT_CURL = 'curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }\n';

interface Example {
  name: string;
  language: string;
  code: string;
}

const listExamples = (file: string): Example[] =>
  [...readDoc(file).matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = ''], place) => ({
    name: `${file}, ${language} ${place + 1}`,
    language,
    code,
  }));
const readDoc = (file: string) => readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');

const quickStart = listExamples('quick-start.md');
/** What needs neither a key nor another program. */
const reads = ['api.md', 'searching.md', 'scanning.md']
  .flatMap(listExamples)
  .filter(({ language, code }) => language === 'sh' && !code.includes('pfk_'));

let database: TestDatabase;
let server: Server;
let origin: string;
const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-examples-'));

beforeAll(async () => {
  database = await createDemoDatabase();
  await stampAll(database.db);
  server = createServer(createTestApi(database).app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
  await database.drop();
});

async function run({ language, code }: Example): Promise<string> {
  const runtime = RUNTIMES[language];
  if (!runtime) throw new Error(`nobody runs ${language}`);
  const file = path.join(folder, runtime.file);
  const placed = code.replaceAll(/(http:\/\/)?127\.0\.0\.1:8080/g, origin);
  writeFileSync(file, language === 'sh' ? STRICT_CURL + placed : placed);
  const [command = '', ...options] = runtime.command;
  const child = spawn(command, [...options, file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number];
  expect([exitCode, errors], output).toEqual([0, '']);
  return output;
}

const isHere = ({ language }: Example) => {
  const [command = '', ...options] = RUNTIMES[language]?.asks ?? [];
  return spawnSync(command, options).status === 0;
};

describe('the quick start', () => {
  test('has examples in four languages', () => {
    expect(new Set(quickStart.map(({ language }) => language))).toEqual(new Set(Object.keys(RUNTIMES)));
    expect(readDoc('quick-start.md')).toContain(EXAMPLE_ROOT);
  });

  for (const example of quickStart) {
    test.skipIf(!isHere(example))(`runs: ${example.name}`, async () => {
      expect(await run(example)).toMatch(/Nocciola hazelnut spread|"api_key":"pfk_/);
    });
  }
});

describe('reads of the guides', () => {
  test('are there', () => expect(reads.length).toBeGreaterThan(5));

  for (const example of reads) {
    test.skipIf(!isHere(example))(`are answered: ${example.name}`, async () => {
      const answers = (await run(example)).trim().split('\n');
      for (const answer of answers) expect(() => JSON.parse(answer) as unknown, answer).not.toThrow();
    });
  }
});
