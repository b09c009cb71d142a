import { readdirSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { contributorRoutes, publicRoutes, type AppDependencies } from '../../../src/routes.ts';
import { buildOpenApi } from '../../../src/platform/openapi/openapi.ts';
import { listOperations } from '../../../src/pages/docs/endpoints/operations.ts';
import {
  ANSWERS_FOLDER,
  readRecordedAnswer,
  type RecordedAnswer,
} from '../../../src/pages/docs/endpoints/recorded-answers.ts';
import { askForDocs } from '../../support/recorded/docs-answers.ts';

/** `npm run docs:answers` */
const IS_RECORDING = process.env['RECORD_ANSWERS'] === 'true';
const LONGEST_LIST = 2;
const LONGEST_TABLE = 3;
const LONGEST_TEXT = 300;

const NOTHING = {} as AppDependencies;
const description = buildOpenApi(publicRoutes(NOTHING), contributorRoutes(NOTHING));
const operations = listOperations(description, []).map(({ id }) => id);

let answers: Map<string, RecordedAnswer>;

beforeAll(async () => {
  answers = await askForDocs();
});

test.each(operations)('the recorded answer of %s is what the service answers', (operationId) => {
  const answered = answers.get(operationId);
  if (!answered)
    throw new Error(`${operationId} is not asked: add its question to test/support/recorded/docs-answers.ts`);
  const shown = shorten(answered) as RecordedAnswer;
  const recorded = readRecordedAnswer(operationId);
  if (IS_RECORDING && withoutChance(recorded) !== withoutChance(shown)) {
    writeFileSync(new URL(`${operationId}.json`, ANSWERS_FOLDER), `${JSON.stringify(shown, null, 2)}\n`);
    return;
  }
  expect(recorded, `${operationId} has no recorded answer: run \`npm run docs:answers\``).toBeDefined();
  expect(JSON.parse(withoutChance(recorded))).toEqual(JSON.parse(withoutChance(shown)));
});

test('nothing is recorded of what is not described', () => {
  const recorded = readdirSync(ANSWERS_FOLDER).map((name) => name.replace('.json', ''));
  expect(recorded.filter((name) => !operations.includes(name))).toEqual([]);
});

/** Cut so that it can be seen, and still JSON; secrets are not published. */
function shorten(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (/^(pfk|whsec)_/.test(value)) return `${value.slice(0, 8)}…`;
    if (name === 'code' && value.length === 43) return `${value.slice(0, 4)}…`;
    if (/token$/i.test(name)) return `${value.slice(0, 4)}…`;
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  }
  if (Array.isArray(value)) {
    const rest = value.length - LONGEST_LIST;
    const shown = value.slice(0, LONGEST_LIST).map((item) => shorten(item));
    return rest > 0 ? [...shown, `… ${rest} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isTable =
    entries.length > LONGEST_TABLE && entries.every(([, item]) => typeof item === 'object' && item !== null);
  const shown = entries
    .slice(0, isTable ? 1 : entries.length)
    .map(([key, item]): [string, unknown] => [key, shorten(item, key)]);
  return Object.fromEntries(isTable ? [...shown, ['…', `${entries.length - 1} more`]] : shown);
}

/** Without what is another thing at every start: times, and what is made of them or by chance. */
function withoutChance(recorded: RecordedAnswer | undefined): string {
  return JSON.stringify(recorded ?? null)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\d{4}-\d{2}-\d{2}(T[\d:.-]+Z)?/g, 'TIME')
    .replaceAll(/\d{8}T\d{9}Z/g, 'TIME')
    .replaceAll(/"challenge":"[\w-]+"/g, '"challenge":"CHANCE"')
    .replaceAll(/c1\.[\w.]+/g, 'CURSOR')
    .replaceAll(/[0-9a-f]{64}/g, 'SHA256')
    .replaceAll(/"(pfk_|whsec_)?[\w+/-]{2,4}…"/g, '"SECRET"')
    .replaceAll(/"prefix":"\w+"/g, '"prefix":"SECRET"')
    .replaceAll(/"(bytes|uptime_s)":\d+/g, '"$1":0');
}
