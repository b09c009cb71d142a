import { createHash } from 'node:crypto';

/** Fields of a submission, without its product and sender. */
type SubmissionContent = Record<string, unknown>;

/** Returns the stored fields. Content that is not an object, which no release accepts, is shown as one field. */
export function listContent(stored: unknown): SubmissionContent {
  const isTable = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
  return isTable ? (stored as SubmissionContent) : { content: stored };
}

interface SubmissionIdentity {
  gtin14: string | null;
  productId: string | null;
  content: SubmissionContent;
  /** The same from two accounts is two submissions, so that each can add pictures to its own. */
  accountId?: string | undefined;
}

/** Returns the SHA-256 of a submission, independent of the order of its fields. */
export function hashSubmission(submission: SubmissionIdentity): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(submission)))
    .digest();
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
}
