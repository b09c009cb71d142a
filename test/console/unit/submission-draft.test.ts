import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../console/review/desk/draft-store.ts';
import { describePreview } from '../../../console/review/submission/describe-changes.ts';
import {
  buildApproval,
  decideAll,
  listHeldNames,
  listRows,
  listUndecided,
  turnRow,
  type SubmissionDraft,
} from '../../../console/review/submission-draft.ts';
import type { ApprovalPreview } from '../../../src/review/decisions/preview-contract.ts';
import type { FactComparison } from '../../../src/facts/registry/product-facts-contract.ts';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';

const TARGET = {
  id: '600ee031-e4be-5cc9-ba9b-2d37e2456165',
  name: 'Hazelnut spread',
  brand: null,
  status: 'active' as const,
  version: 4,
  quality_score: 0.8,
  matched_by: 'gtin' as const,
  held_fields: ['name', 'net_content', 'nutriments', 'no_nutrition_data', 'image'],
};

function compare(
  field: string,
  outcome: FactComparison['outcome'],
  change: Partial<FactComparison> = {},
): FactComparison {
  return { field, group: field, outcome, current: {}, offered: {}, sources: [], ...change };
}

function buildSubmission(change: Partial<SubmissionDetail> = {}): SubmissionDetail {
  return {
    id: '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38',
    source: 'public',
    status: 'pending',
    kind: 'food',
    gtin: '9521000000018',
    product_id: null,
    product_name: null,
    name: 'Hazelnut cream',
    brand: null,
    category: null,
    fields: ['name', 'brand'],
    claim: null,
    assigned_to: null,
    risks: [],
    asked_at: null,
    waits_until: null,
    answered_at: null,
    sender: null,
    created_at: '2026-01-31T09:15:00Z',
    reviewed_at: null,
    reviewed_by: null,
    decided_by_rule: null,
    suggested: null,
    reason: null,
    result_product_id: null,
    pictures: [],
    can_ask: true,
    messages: [],
    content: { name: 'Hazelnut cream', brand: 'Old Mill' },
    contact_email: null,
    account: null,
    barcode: null,
    target: TARGET,
    comparison: [
      compare('name', 'conflict', { current: { name: 'Hazelnut spread' } }),
      compare('brand', 'taken', { offered: { brand: 'Old Mill' } }),
      compare('country_of_origin', 'confirmed'),
    ],
    unusable: [],
    possible_duplicates: [],
    pending_twins: [],
    other_entries: [],
    can_undo: false,
    history: [],
    ...change,
  };
}

const undecidedOf = (submission: SubmissionDetail, given: SubmissionDraft) =>
  listUndecided(submission, listRows(submission.comparison), given);
const draft = (change: Partial<SubmissionDraft>): SubmissionDraft => ({ ...EMPTY_DRAFT, ...change });

describe('a draft of a decision', () => {
  it('is open as long as a conflict is neither decided nor overridden', () => {
    expect(undecidedOf(buildSubmission(), EMPTY_DRAFT)).toEqual(['name']);
    expect(undecidedOf(buildSubmission(), draft({ decisions: { name: 'keep' } }))).toEqual([]);
    expect(undecidedOf(buildSubmission(), draft({ overrides: { name: 'Hazelnut paste' } }))).toEqual([]);
  });

  it('is open as long as what cannot be used is neither overridden nor left out', () => {
    const submission = buildSubmission({
      comparison: [],
      unusable: [
        { field: 'brand', name: 'brand', value: '!!!', message: 'must have a letter or a digit' },
        { field: 'net_content', name: 'net_content_unit', value: 'stone', message: 'is none' },
      ],
    });
    expect(undecidedOf(submission, EMPTY_DRAFT)).toEqual(['brand', 'net_content']);
    expect(undecidedOf(submission, draft({ decisions: { brand: 'take' } }))).toContain('brand');
    const decided = { decisions: { brand: 'keep' as const }, overrides: { net_content_unit: 'g' as const } };
    expect(undecidedOf(submission, draft(decided))).toEqual([]);
  });

  it('says what only an editor may override: what the product has, and nothing of a new one', () => {
    expect(listHeldNames(buildSubmission(), EMPTY_DRAFT)).toEqual([
      'name',
      'net_content_value',
      'net_content_unit',
      'nutriments',
      'no_nutrition_data',
      'images',
    ]);
    expect(listHeldNames(buildSubmission(), draft({ target: null }))).toEqual([]);
    expect(listHeldNames(buildSubmission({ target: null }), EMPTY_DRAFT)).toEqual([]);
  });

  it('says what the service would write, and names what it would delete', () => {
    const given = buildPreview({
      changes: [
        { field: 'name', name: 'name', key: null, effect: 'change', before: 'Spread', after: 'Cream' },
        { field: 'nutriments', name: 'nutriments', key: 'fat_g', effect: 'add', before: null, after: 3 },
        { field: 'nutriments', name: 'nutriments', key: 'salt_g', effect: 'delete', before: 1, after: null },
      ],
      source_changes: [
        { field: 'name', source: 'community', effect: 'add' },
        { field: 'brand', source: 'community', effect: 'add' },
      ],
    });
    expect(describePreview(given)).toEqual({
      text: 'Completes “Hazelnut spread”: adds 1 value, changes 1 value, confirms Brand.',
      deletions: ['Nutrition: Salt (g)'],
    });
    expect(describePreview(buildPreview({})).text).toBe('Completes “Hazelnut spread”: changes nothing.');
  });

  it('says that a new product comes of it', () => {
    const product = { id: null, name: 'Hazelnut cream', is_new: true, version: null };
    expect(describePreview(buildPreview({ product })).text).toBe(
      'Makes the new product “Hazelnut cream” with 0 values.',
    );
  });

  it('turns amounts and their basis as one', () => {
    const rows = listRows([
      compare('nutriments', 'conflict'),
      compare('nutrition_basis', 'taken', { group: 'nutriments' }),
    ]);
    expect(rows.map(({ group, outcome }) => [group, outcome])).toEqual([['nutriments', 'conflict']]);
    const [row] = rows;
    if (!row) throw new Error('there is no row');
    const taken = draft({ decisions: turnRow(row, EMPTY_DRAFT) });
    expect(taken.decisions).toEqual({ nutriments: 'take' });
    expect(turnRow(row, taken)).toEqual({ nutriments: 'keep' });
  });

  it('decides all conflicts at once; what cannot be used can only be left out', () => {
    const submission = buildSubmission({
      unusable: [{ field: 'brand', name: 'brand', value: '!!!', message: 'must have a letter or a digit' }],
    });
    const rows = listRows(submission.comparison);
    expect(decideAll(submission, rows, EMPTY_DRAFT, 'take')).toEqual({ name: 'take' });
    expect(decideAll(submission, rows, EMPTY_DRAFT, 'keep')).toEqual({ name: 'keep', brand: 'keep' });
  });

  it('sends the version of the product that was shown, and what was decided', () => {
    expect(buildApproval(buildSubmission(), draft({ decisions: { name: 'keep' } }))).toEqual({
      version: 4,
      decisions: { name: 'keep' },
    });
  });

  it('names another product without the version of the one that was shown', () => {
    const target = { id: '00c0e1d9-8189-51ee-bb17-a5a979de813e', name: 'Another' };
    expect(buildApproval(buildSubmission(), draft({ target }))).toEqual({ target_product_id: target.id });
    expect(buildApproval(buildSubmission(), draft({ target: null }))).toEqual({ target_product_id: null });
  });

  it('leaves decisions out that an own value has made pointless', () => {
    const given = draft({ decisions: { net_content: 'take' }, overrides: { net_content_value: 5 } });
    expect(buildApproval(buildSubmission(), given)).toEqual({
      version: 4,
      overrides: { net_content_value: 5 },
    });
  });
});

function buildPreview(change: Partial<ApprovalPreview>): ApprovalPreview {
  return {
    id: buildSubmission().id,
    product: { id: TARGET.id, name: TARGET.name, is_new: false, version: 4 },
    changes: [],
    source_changes: [],
    quality_score: { before: null, after: null },
    fields: [],
    misfits: [],
    undecided: [],
    seen: null,
    ...change,
  };
}
