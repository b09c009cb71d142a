import { distance } from 'fastest-levenshtein';
import { ApiError } from '../api-error.ts';
import { docsOfEndpoint, type Route } from '../route.ts';

/**
 * Names that caches, scripts and campaigns add to any URL, and GS1 application identifiers passed on by Digital
 * Links.
 */
const IGNORED = /^(_|utm_|\d{2,4}$)/;
const LONGEST_NAME = 100;

/**
 * Refuses unknown parameters, because a misspelt filter would match everything
 * (docs/decisions/0047-exact-questions.md).
 * @throws ApiError `invalid_parameter` with `details.parameter`, `nearest` (unless no name is near) and
 * `documentation`
 */
export function refuseUnknownParameter(item: Route, query: Record<string, unknown>): void {
  if (item.isLenient) return;
  const known = Object.keys(item.query?.shape ?? {});
  const unknown = Object.keys(query).find((name) => !known.includes(name) && !IGNORED.test(name));
  if (unknown === undefined) return;
  // Through UTF-8, because `slice` may leave half a surrogate pair.
  const parameter = Buffer.from(unknown.slice(0, LONGEST_NAME)).toString();
  const documentation = docsOfEndpoint(item);
  const nearest = findNearest(parameter, known);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new ApiError(
    'invalid_parameter',
    `Parameter ${parameter} is unknown here.${hint} See ${documentation}.`,
    { details: { parameter, ...(nearest !== undefined && { nearest }), documentation } },
  );
}

/** Returns the known name with the fewest edits, or undefined if more than half of the letters differ. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const isNear = (other: string) => distance(name, other) <= Math.max(name.length, other.length) / 2;
  return known.filter(isNear).toSorted((a, b) => distance(name, a) - distance(name, b))[0];
}
