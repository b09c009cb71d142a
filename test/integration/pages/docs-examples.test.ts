import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stampAll } from '../../support/changes/change-reader.ts';
import { productSourceSchema } from '../../../src/catalog/products/product-contract.ts';
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
  /** The block after it, which shows what it answers. */
  answer: { language: string; text: string } | undefined;
}

const readDoc = (file: string) => readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
function listExamples(file: string): Example[] {
  const blocks = [...readDoc(file).matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ([, language = '', text = '']) => ({
      language,
      text,
    }),
  );
  return blocks.map(({ language, text }, place) => {
    const next = blocks[place + 1];
    const answer = next && ['json', 'text'].includes(next.language) ? next : undefined;
    return { name: `${file}, ${language} ${place + 1}`, language, code: text, answer };
  });
}

const quickStart = listExamples('quick-start.md');
/** What needs neither a key nor another program. */
const isAlone = ({ language, code }: Example) =>
  language === 'sh' && code.includes('curl') && !/pfk_|\$(KEY|TOKEN)/.test(code);
const reads = ['api.md', 'searching.md', 'scanning.md'].flatMap(listExamples).filter(isAlone);
/** Pages whose examples are followed by their answers. */
const answered = ['../README.md', 'allergens.md', 'off-compatible.md']
  .flatMap(listExamples)
  .filter((example) => isAlone(example) && example.answer);
/** A tutorial: each program names its file, and may import the ones before it. */
const tutorial = listExamples('scanner-app.md').filter(({ language }) => language === 'js');

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
  const [, named] = /^\/\/ ([\w-]+\.mjs)\n/.exec(code) ?? [];
  const file = path.join(folder, named ?? runtime.file);
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

/** Set when a request arrives, or said by the engine, which is not here. */
const BY_CHANCE = new Set(['answer_token', 'created_at', 'total_is_exact', 'is_settled']);
const UUID_OF_NOW = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** Returns the places where an answer has not what is shown; of a list, items may be left out. */
function listDifferences(answer: unknown, shown: unknown, place = '$'): string[] {
  if (Array.isArray(shown) && Array.isArray(answer)) {
    return shown.flatMap((item, at) =>
      answer.some((other) => listDifferences(other, item).length === 0) ? [] : [`${place}[${at}]`],
    );
  }
  if (typeof shown === 'object' && shown !== null && typeof answer === 'object' && answer !== null) {
    const given = answer as Record<string, unknown>;
    return Object.entries(shown).flatMap(([key, value]) =>
      BY_CHANCE.has(key) && key in given ? [] : listDifferences(given[key], value, `${place}.${key}`),
    );
  }
  if (UUID_OF_NOW.test(String(shown)) && UUID_OF_NOW.test(String(answer))) return [];
  return answer === shown ? [] : [place];
}

describe('answers that are shown', () => {
  test('are there', () => expect(answered.length).toBeGreaterThan(4));

  test.each(answered)('are given: $name', async (example) => {
    const output = JSON.parse(await run(example)) as unknown;
    const shown = JSON.parse(example.answer?.text ?? '') as unknown;
    expect(listDifferences(output, shown), JSON.stringify(output)).toEqual([]);
  });
});

test('the sources that the rules of the API show are as products have them', () => {
  const shown = listExamples('api.md').find(
    ({ language, code }) => language === 'json' && code.includes('"claims"'),
  );
  const { sources } = JSON.parse(shown?.code ?? '') as { sources: unknown[] };
  expect(sources.map((source) => productSourceSchema.strict().parse(source))).toEqual(sources);
  expect(sources).toHaveLength(2);
});

describe('the tutorial of a scanner app', () => {
  test('has programs that show what they print', () =>
    expect(tutorial.filter(({ answer }) => answer).length).toBeGreaterThan(2));

  test('runs, and prints what it shows', async () => {
    for (const example of tutorial) {
      const lines = (text: string) => text.split('\n').map((line) => line.trimEnd());
      const output = await run(example);
      expect(lines(output), example.name).toEqual(lines(example.answer?.text ?? ''));
    }
  });
});
