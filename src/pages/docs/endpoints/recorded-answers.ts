import { existsSync, readFileSync } from 'node:fs';
import { DOCS_FOLDER } from '../guides/docs-folder.ts';

/** A request to a service with the demo catalogue, and its answer, recorded by `npm run docs:answers`. */
export interface RecordedAnswer {
  /** `file`: the name of the file that is the body, instead of JSON. */
  request: { method: string; path: string; headers?: Record<string, string>; body?: unknown; file?: string };
  status: number;
  /** Long lists are cut, with a text that says how many items are missing. */
  answer: unknown;
}

/** One file for each endpoint, by its `operationId`. */
export const ANSWERS_FOLDER = new URL('examples/answers/', DOCS_FOLDER);

/** Returns undefined if nothing is recorded for the endpoint. */
export function readRecordedAnswer(operationId: string): RecordedAnswer | undefined {
  const file = new URL(`${operationId}.json`, ANSWERS_FOLDER);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswer) : undefined;
}
