/** Reads the filters of a page from its address; what is not as it should be counts as not given. */
export type RawSearch = Record<string, unknown>;

export function readText(search: RawSearch, name: string): string | undefined {
  const value = search[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readChoice<T extends string>(
  search: RawSearch,
  name: string,
  choices: readonly T[],
): T | undefined {
  return choices.find((choice) => choice === String(search[name]));
}

export function readFlag(search: RawSearch, name: string): true | undefined {
  return search[name] === true || search[name] === 'true' ? true : undefined;
}

/** The page number; the first one is left out of the address. */
export function readPage(search: RawSearch): number | undefined {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 ? page : undefined;
}

/** Of a list that has pages and no filters. */
export function readPageSearch(search: RawSearch): { page?: number | undefined } {
  return { page: readPage(search) };
}
