import { expect } from 'vitest';

/** A bad or odd input to the read API, and the expected answer. */
export interface BadRead {
  /** The oddity, for the title. */
  input: string;
  /** Request target below /api/v1, as it goes over the wire; with a leading method unless that is GET. */
  target: string;
  headers?: Record<string, string>;
  status: number;
  code?: string;
  /** Expected parts of the body. */
  body?: unknown;
  /** Names of the products found, in any order. */
  finds?: string[];
}

/** A product whose id, unlike others, is known beforehand. */
export const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
export const UPC = '036000291452';

export const NAMES = {
  percent: '100% Cacao',
  underscore: 'Under_score',
  backslash: 'Back\\slash',
  accent: 'Crème brûlée',
  milk: 'Whole milk',
};
/** How many products there are. */
export const ALL = Object.keys(NAMES).length;

/** The expected answer. */
export const notFound = { status: 404, code: 'not_found' };
export const malformed = { status: 400, code: 'invalid_request' };
export const badParameter = (parameter: string) => ({
  status: 400,
  code: 'invalid_parameter',
  body: { error: { details: { parameter } } },
});
export const badValue = (parameter: string, value: string) => ({
  ...badParameter(parameter),
  body: { error: { message: expect.stringContaining(value), details: { parameter, value } } },
});
export const reason = (text: string) => ({ ...notFound, body: { error: { details: { reason: text } } } });
export const nothing = { status: 200, body: { items: [], total: 0 } };
export const everything = {
  status: 200,
  body: { total: ALL, items: expect.arrayContaining([expect.any(Object)]) },
};
export const encode = encodeURIComponent;

/** Targets: a search, and a look-up by barcode. */
export const search = (query: string) => `/products/search?${query}`;
export const barcode = (text: string) => `/products/barcode/${text}`;
