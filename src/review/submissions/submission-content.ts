import { createHash } from 'node:crypto';
import { canonicalJson } from '../../platform/text/canonical-json.ts';

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
  return createHash('sha256').update(canonicalJson(submission)).digest();
}
