import { existsSync, readFileSync } from 'node:fs';
import { DOCS_FOLDER } from '../guides/docs-folder.ts';

/** What was asked of a service with the demonstration catalogue, and what it answered; `npm run docs:answers` records it. */
export interface RecordedAnswer {
  /** `file`: name of the file that is the body, instead of JSON. */
  request: { method: string; path: string; headers?: Record<string, string>; body?: unknown; file?: string };
  status: number;
  /** Long lists are cut: a text says how many more there were. */
  answer: unknown;
}

/** One file for each endpoint, by its `operationId`. */
export const ANSWERS_FOLDER = new URL('examples/answers/', DOCS_FOLDER);

/** Undefined: nothing is recorded for that endpoint. */
export function readRecordedAnswer(operationId: string): RecordedAnswer | undefined {
  const file = new URL(`${operationId}.json`, ANSWERS_FOLDER);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswer) : undefined;
}
