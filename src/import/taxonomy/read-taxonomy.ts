import { isUtf8 } from 'node:buffer';
import { NAME_LANGUAGES, TRANSLATED, type Translations } from '../../data/names/names.ts';
import { isFileRow, ImportFileError } from '../reading/file-row.ts';
import { openFile } from '../reading/open-file.ts';
import { readLines } from '../reading/read-lines.ts';

/** A category of Open Food Facts' tree; it may have several parents. */
export interface TaxonomyNode {
  /** `en:fruit-juices` */
  id: string;
  englishName: string | undefined;
  /** By language, without English. */
  names: Translations;
  /** Further names in English and in the languages of `names`. */
  synonyms: readonly string[];
  parents: readonly string[];
  /** The place in the file, for messages. */
  place: string;
}

interface Taxonomy {
  /** By id, parents before their children. */
  nodes: ReadonlyMap<string, TaxonomyNode>;
  /** Named parents that do not exist; they were removed from the nodes. */
  unknownParentCount: number;
}

/** The whole tree is held in memory; that of food has 15,000 nodes and 5 MB with all languages. */
const MOST_NODES = 50_000;
const LARGEST_BYTES = 128 * 1024 * 1024;

/**
 * Reads a category taxonomy of Open Food Facts: `categories.txt`, or `categories.json` with or without synonyms;
 * plain or gzip.
 * @throws {ImportFileError} the file is not a taxonomy, is too large, or has a cycle
 */
export async function readTaxonomy(path: string): Promise<Taxonomy> {
  const content = openFile(path);
  const { value: start } = await content.next();
  await content.return(undefined);
  const isJson = start?.toString('utf8', 0, 64).trimStart().startsWith('{') ?? false;
  const nodes = isJson ? await readJson(path) : await readText(path);
  if (nodes.size === 0) {
    throw new ImportFileError(
      'The file is no taxonomy: it has no categories as in categories.txt or categories.json of Open Food Facts.',
    );
  }
  let unknownParentCount = 0;
  for (const [id, node] of nodes) {
    const parents = node.parents.filter((parent) => nodes.has(parent));
    unknownParentCount += node.parents.length - parents.length;
    nodes.set(id, { ...node, parents });
  }
  return { nodes: sortByParents(nodes), unknownParentCount };
}

async function readJson(path: string): Promise<Map<string, TaxonomyNode>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of openFile(path)) {
    size += bytes.length;
    checkSize(size);
    chunks.push(bytes);
  }
  const nodes = new Map<string, TaxonomyNode>();
  const content = Buffer.concat(chunks);
  if (!isUtf8(content)) throw new ImportFileError('The taxonomy is no text in UTF-8.');
  for (const [id, given] of Object.entries(parseObject(content.toString('utf8').replace(/^\uFEFF/, '')))) {
    if (!/^[a-z]{2}:./.test(id) || !isFileRow(given)) {
      throw new ImportFileError(
        `The file is no taxonomy of categories: "${id.slice(0, 80)}" is not a category.`,
      );
    }
    const { name, parents, synonyms } = given;
    const englishName = isFileRow(name) && typeof name['en'] === 'string' ? name['en'] : undefined;
    // Parents sometimes include one without a name.
    const named = Array.isArray(parents) ? parents.filter((parent) => typeof parent === 'string') : [];
    const names = isFileRow(name) ? pickTranslations(name) : {};
    nodes.set(id, {
      id,
      englishName,
      names,
      synonyms: isFileRow(synonyms) ? pickSynonyms(synonyms) : [],
      parents: named.filter(Boolean),
      place: `"${id}"`,
    });
    checkCount(nodes.size);
  }
  return nodes;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isFileRow(value)) return value;
  } catch (error) {
    throw new ImportFileError(`The taxonomy is not JSON: ${(error as Error).message}`, { cause: error });
  }
  throw new ImportFileError('The taxonomy is not a JSON object of categories.');
}

interface Block {
  line: number;
  parents: string[];
  /** The id is the first name, in any language. */
  id?: string;
  englishName?: string;
  /** The first name in each language. */
  names: Record<string, string>;
  /** The other names in each language. */
  synonyms: Record<string, string[]>;
}

/** Reads blocks separated by empty lines: `< en:parent`, then `en: name, synonym` per language, then properties. */
async function readText(path: string): Promise<Map<string, TaxonomyNode>> {
  const nodes = new Map<string, TaxonomyNode>();
  const idByName = new Map<string, string>();
  let block: Block = { line: 0, parents: [], names: {}, synonyms: {} };
  let size = 0;
  const close = () => {
    const { id, line } = block;
    if (id !== undefined) {
      const other = nodes.get(id);
      if (other) throw new ImportFileError(`Line ${line}: ${id} is there already, in ${other.place}.`);
      const names = pickTranslations(block.names);
      nodes.set(id, {
        id,
        englishName: block.englishName,
        names,
        synonyms: pickSynonyms(block.synonyms),
        parents: block.parents,
        place: `line ${line}`,
      });
      checkCount(nodes.size);
    } else if (block.parents.length > 0) {
      throw new ImportFileError(`Line ${line}: a category with parents and without a name.`);
    }
    block = { line: 0, parents: [], names: {}, synonyms: {} };
  };
  for await (const found of readLines(openFile(path))) {
    if ('problem' in found) {
      const reason = found.problem === 'line_too_long' ? 'too long for a taxonomy' : 'no text in UTF-8';
      throw new ImportFileError(`Line ${found.line} is ${reason}.`);
    }
    size += found.text.length;
    checkSize(size);
    const text = found.text.trim();
    if (text === '') close();
    if (text === '' || text.startsWith('#')) continue;
    if (block.line === 0) block.line = found.line;
    const [, parentLanguage, parentName] = /^<\s*([a-z]{2}):\s*(.+)$/.exec(text) ?? [];
    if (parentLanguage && parentName) {
      block.parents.push(normalizeTag(parentLanguage, parentName));
      continue;
    }
    // Skips `wikidata:en: Q89`, `synonyms:en: …` and names of regional variants.
    const [, language, names] = /^([a-z]{2}):(?![a-z]{2}(?:_[a-z]+)?:)\s*(.+)$/.exec(text) ?? [];
    if (language && names) addNames(block, language, splitNames(names), idByName);
    else if (!/^[\w-]+:/.test(text)) {
      throw new ImportFileError(`Line ${found.line} is no line of a taxonomy: "${text.slice(0, 80)}".`);
    }
  }
  close();
  // A parent may be named by a synonym.
  for (const [id, node] of nodes) {
    nodes.set(id, { ...node, parents: node.parents.map((parent) => idByName.get(parent) ?? parent) });
  }
  return nodes;
}

function addNames(
  block: Block,
  language: string,
  names: readonly string[],
  idByName: Map<string, string>,
): void {
  const [first, ...others] = names;
  if (first === undefined) return;
  block.id ??= normalizeTag(language, first);
  if (language === 'en') block.englishName ??= first;
  else block.names[language] ??= first;
  block.synonyms[language] ??= others;
  for (const name of names) {
    const tag = normalizeTag(language, name);
    if (!idByName.has(tag) || tag === block.id) idByName.set(tag, block.id);
  }
}

/** Returns the valid names, in the languages that categories have. */
function pickTranslations(names: Readonly<Record<string, unknown>>): Translations {
  return Object.fromEntries(
    TRANSLATED.flatMap((language) => {
      const name = names[language];
      return typeof name === 'string' && name.trim() !== '' ? [[language, name]] : [];
    }),
  );
}

/** Returns the texts in English and in the languages that categories have, each once. */
function pickSynonyms(synonyms: Readonly<Record<string, unknown>>): string[] {
  const texts = NAME_LANGUAGES.flatMap((language) => {
    const given = synonyms[language];
    return Array.isArray(given) ? given.filter((text) => typeof text === 'string') : [];
  });
  return [...new Set(texts)];
}

/** A comma between two digits, or after a backslash, is not a separator. */
function splitNames(text: string): string[] {
  return text
    .split(/(?<!\\),(?!(?<=\d,)\d)/)
    .map((name) => name.replaceAll('\\,', ',').trim())
    .filter(Boolean);
}

/** Builds a tag from a name, as Open Food Facts does. */
function normalizeTag(language: string, name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return `${language}:${plain.replaceAll(/^-|-$/g, '')}`;
}

/** @throws {ImportFileError} listing every category of a cycle */
function sortByParents(nodes: ReadonlyMap<string, TaxonomyNode>): Map<string, TaxonomyNode> {
  const sorted = new Map<string, TaxonomyNode>();
  const open: { node: TaxonomyNode; next: number }[] = [];
  for (const start of nodes.values()) {
    if (!sorted.has(start.id)) open.push({ node: start, next: 0 });
    const path = new Set([start.id]);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const parent = nodes.get(top.node.parents[top.next] ?? '');
      top.next += 1;
      if (!parent) {
        sorted.set(top.node.id, top.node);
        path.delete(top.node.id);
        open.pop();
        continue;
      }
      if (path.has(parent.id)) throw describeCircle(parent, [...path]);
      if (sorted.has(parent.id)) continue;
      path.add(parent.id);
      open.push({ node: parent, next: 0 });
    }
  }
  return sorted;
}

function describeCircle(node: TaxonomyNode, path: readonly string[]): ImportFileError {
  const circle = [...path.slice(path.indexOf(node.id)), node.id];
  return new ImportFileError(
    `The category in ${node.place} contains itself: ${circle.slice(0, 10).join(' < ')}.`,
  );
}

function checkCount(count: number): void {
  if (count > MOST_NODES)
    throw new ImportFileError(`The taxonomy has more than ${MOST_NODES.toLocaleString('en')} categories.`);
}

function checkSize(bytes: number): void {
  if (bytes > LARGEST_BYTES)
    throw new ImportFileError(`The taxonomy is larger than ${LARGEST_BYTES / 1024 / 1024} MB.`);
}
