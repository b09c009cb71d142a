import type { ResultPage } from './compare-pages.ts';
import type { HttpAnswer } from '../../http-client.ts';
import type { Parameters } from './draw-question.ts';

export function searchPath(parameters: Parameters): string {
  return `/api/v1/products/search?${new URLSearchParams({ size: '20', ...parameters }).toString()}`;
}

/** The page of an answer; undefined for anything that is none, whatever its status says. */
export function readPage(answer: HttpAnswer): ResultPage {
  if (answer.status !== 200) return undefined;
  try {
    const page = JSON.parse(answer.text) as NonNullable<ResultPage>;
    return Array.isArray(page.items) && Number.isInteger(page.total) ? page : undefined;
  } catch {
    return undefined;
  }
}
