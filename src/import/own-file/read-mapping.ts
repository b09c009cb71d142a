import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { parse, YAMLError } from 'yaml';
import type { z } from 'zod';
import { isMappedName, MAPPED_NAMES, mappingSchema, type Mapping } from './mapping-contract.ts';
import { findSize } from '../reading/open-file.ts';
import { suggest } from './nearest-name.ts';

/** The errors of a mapping, one per line. */
export class MappingError extends Error {}

const LARGEST_BYTES = 1024 * 1024;

/**
 * Reads a mapping file in YAML or JSON, which is YAML too.
 * @throws {MappingError} the file is invalid or uses unknown names
 * @throws {ImportFileError} there is no such file
 */
export async function readMapping(path: string): Promise<Mapping> {
  const parsed = mappingSchema.safeParse(parseText(path, await readWhole(path)));
  const problems = parsed.success ? listUnknown(parsed.data) : parsed.error.issues.flatMap(describeIssue);
  if (!parsed.success || problems.length > 0) {
    throw new MappingError([`The mapping ${path} is not right:`, ...problems].join('\n  '));
  }
  return parsed.data;
}

async function readWhole(path: string): Promise<string> {
  if ((await findSize(path)) > LARGEST_BYTES) throw new MappingError(`${path} is too large for a mapping.`);
  const content = await readFile(path);
  if (!isUtf8(content) || content.includes(0)) {
    throw new MappingError(`The mapping ${path} is no text in UTF-8: save it as that.`);
  }
  return content.toString('utf8');
}

function parseText(path: string, text: string): unknown {
  try {
    // Limits aliases, which can expand to far more text than the file has.
    return parse(text, { maxAliasCount: 20, logLevel: 'error' });
  } catch (error) {
    if (!(error instanceof YAMLError) && !(error instanceof ReferenceError)) throw error;
    throw new MappingError(`The mapping ${path} is neither YAML nor JSON: ${error.message}`);
  }
}

function listUnknown({ facts }: Mapping): string[] {
  const names = Object.keys(facts);
  const unknown = names
    .filter((name) => !isMappedName(name))
    .map(
      (name) => `facts.${name}: there is no fact "${name}"${suggest(name, [...MAPPED_NAMES, 'attributes.'])}`,
    );
  if (!names.includes('name')) unknown.push('facts.name: every product needs a name');
  if (names.some((name) => name.startsWith('nutriments.')) && !names.includes('nutrition_basis')) {
    unknown.push(
      'facts.nutrition_basis: amounts say nothing without what they are for: 100g, 100ml or serving',
    );
  }
  return unknown;
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${place ? `${place}.` : ''}${key}: there is no such setting`);
  }
  if (issue.code === 'invalid_union') {
    // A rule has several forms: report the errors of the one that matched furthest.
    const meant = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a))[0] ?? [];
    const inner = meant.flatMap((one) => describeIssue({ ...one, path: [...issue.path, ...one.path] }));
    if (inner.length > 0 && depthOf(meant) > 0) return inner;
    return [`${place}: must be the name of a column, {column: …} or {constant: …}`];
  }
  return [`${place || 'the mapping'}: ${issue.message}`];
}

const depthOf = (issues: readonly z.core.$ZodIssue[]) =>
  Math.max(0, ...issues.map(({ path, code }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)));
