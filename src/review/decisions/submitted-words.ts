import { parseGtin, type ParsedGtin } from '../../facts/values/gtin.ts';
import { newMsrpSchema, type NewMsrp } from '../../facts/values/msrp-contract.ts';
import { submittedFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import { fieldOf, type ClaimedFacts } from '../../facts/product-facts.ts';
import type { CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { describeIssues } from '../submissions/backflow-contract.ts';
import { listContent } from '../submissions/submission-content.ts';
import type { ApproveBody } from './review-contract.ts';
import type { Submission } from './review-store.ts';

/** The source of every approved submission. */
export const COMMUNITY = 'community';

/** A submitted field that cannot be used, because rules changed since or its category is gone. */
interface UnusableField {
  /** Field name used in decisions: `net_content`. */
  field: string;
  /** Wire name: `net_content_unit`. */
  name: string;
  value: unknown;
  message: string;
}

interface SubmittedWords {
  facts: ClaimedFacts;
  msrp: NewMsrp | undefined;
  barcode: ParsedGtin | undefined;
  unusable: UnusableField[];
}

/** Fields for the operator that never become facts of a product. */
const REMARKS = new Set(['note', 'source_url']);
const SCHEMAS = new Map(Object.entries({ ...submittedFactsShape, msrp: newMsrpSchema }));

/**
 * Returns what a submission says about a product. Checks each field by today's rules, because the rules may have
 * changed since it was submitted.
 */
export function readSubmittedWords(
  { content, gtin14 }: Pick<Submission, 'content' | 'gtin14'>,
  context: Pick<CatalogueContext, 'categoryByCode'>,
): SubmittedWords {
  const usable: Record<string, unknown> = {};
  const unusable: UnusableField[] = [];
  for (const [name, value] of Object.entries(listContent(content))) {
    if (REMARKS.has(name) || value === null) continue;
    const checked = SCHEMAS.get(name)?.safeParse(value);
    if (checked?.success) usable[name] = checked.data;
    else {
      const message = checked ? describeIssues(checked.error.issues) : 'is not a field of a submission';
      unusable.push({ field: fieldOf(name), name, value, message });
    }
  }
  const { msrp, ...facts } = usable as ClaimedFacts & { msrp?: NewMsrp };
  if (facts.category && !context.categoryByCode.has(facts.category)) {
    const message = 'There is no category of this code.';
    unusable.push({ field: 'category', name: 'category', value: facts.category, message });
    delete facts.category;
  }
  const parsed = gtin14 === null ? undefined : parseGtin(gtin14);
  return { facts, msrp, barcode: parsed?.ok ? parsed : undefined, unusable };
}

/**
 * Returns the facts without the amounts that are decided to stay as they are (`nutriments.fat_g`); without any amount
 * left, their basis says nothing.
 */
export function leaveOutAmounts(facts: ClaimedFacts, decisions: ApproveBody['decisions'] = {}): ClaimedFacts {
  const { nutriments, nutrition_basis: _basis, ...others } = facts;
  const isKept = (key: string) => decisions[`nutriments.${key}`] === 'keep';
  if (!nutriments || !Object.keys(nutriments).some(isKept)) return facts;
  const left = Object.entries(nutriments).filter(([key]) => !isKept(key));
  return left.length === 0 ? others : { ...facts, nutriments: Object.fromEntries(left) };
}

/** @throws ApiError `validation_failed` for unusable fields that are neither overridden nor left out */
export function requireUsable(unusable: readonly UnusableField[], body: ApproveBody): void {
  const overridden = new Set(Object.keys(body.overrides ?? {}).map(fieldOf));
  const open = unusable.filter(({ field }) => !overridden.has(field) && body.decisions?.[field] !== 'keep');
  if (open.length === 0) return;
  const names = open.map(({ name }) => name).join(', ');
  throw new ApiError('validation_failed', `Not usable as submitted: ${names}. Override it or leave it out.`, {
    details: { fields: open.map(({ name, message }) => ({ field: name, code: 'unusable', message })) },
  });
}
