import { describe, expect, it } from 'vitest';
import {
  buildApproval,
  describeApproval,
  EMPTY_DRAFT,
  listHeldNames,
  listUndecided,
  type EntryDraft,
} from '../../../console/review/entry-draft.ts';
import type { SubmissionDetail } from '../../../src/contributions/review/review-contract.ts';

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

function buildEntry(change: Partial<SubmissionDetail> = {}): SubmissionDetail {
  return {
    id: '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38',
    source: 'public',
    status: 'pending',
    kind: 'food',
    gtin: '9521000000018',
    product_id: null,
    name: 'Hazelnut cream',
    brand: null,
    category: null,
    fields: ['name', 'brand'],
    claim: null,
    asked_at: null,
    created_at: '2026-01-31T09:15:00Z',
    reviewed_at: null,
    reviewed_by: null,
    reason: null,
    result_product_id: null,
    can_ask: true,
    messages: [],
    content: { name: 'Hazelnut cream', brand: 'Old Mill' },
    contact_email: null,
    account: null,
    barcode: null,
    target: TARGET,
    comparison: [
      {
        field: 'name',
        group: 'name',
        outcome: 'conflict',
        current: { name: 'Hazelnut spread' },
        offered: {},
        sources: [],
      },
      {
        field: 'brand',
        group: 'brand',
        outcome: 'taken',
        current: {},
        offered: { brand: 'Old Mill' },
        sources: [],
      },
      {
        field: 'country_of_origin',
        group: 'country_of_origin',
        outcome: 'confirmed',
        current: {},
        offered: {},
        sources: [],
      },
    ],
    unusable: [],
    can_undo: false,
    possible_duplicates: [],
    pending_twins: [],
    other_entries: [],
    history: [],
    ...change,
  };
}

const draft = (change: Partial<EntryDraft>): EntryDraft => ({ ...EMPTY_DRAFT, ...change });

describe('a draft of a decision', () => {
  it('is open as long as a conflict is neither decided nor overridden', () => {
    expect(listUndecided(buildEntry(), EMPTY_DRAFT)).toEqual(['name']);
    expect(listUndecided(buildEntry(), draft({ decisions: { name: 'keep' } }))).toEqual([]);
    expect(listUndecided(buildEntry(), draft({ overrides: { name: 'Hazelnut paste' } }))).toEqual([]);
  });

  it('is open as long as what cannot be used is neither overridden nor left out', () => {
    const entry = buildEntry({
      comparison: [],
      unusable: [
        { field: 'brand', name: 'brand', value: '!!!', message: 'must have a letter or a digit' },
        { field: 'net_content', name: 'net_content_unit', value: 'stone', message: 'is none' },
      ],
    });
    expect(listUndecided(entry, EMPTY_DRAFT)).toEqual(['brand', 'net_content']);
    expect(listUndecided(entry, draft({ decisions: { brand: 'take' } }))).toContain('brand');
    const decided = { decisions: { brand: 'keep' as const }, overrides: { net_content_unit: 'g' as const } };
    expect(listUndecided(entry, draft(decided))).toEqual([]);
  });

  it('says what only an editor may override: what the product has, and nothing of a new one', () => {
    expect(listHeldNames(buildEntry(), EMPTY_DRAFT)).toEqual([
      'name',
      'net_content_value',
      'net_content_unit',
      'nutriments',
      'no_nutrition_data',
      'images',
    ]);
    expect(listHeldNames(buildEntry(), draft({ target: null }))).toEqual([]);
    expect(listHeldNames(buildEntry({ target: null }), EMPTY_DRAFT)).toEqual([]);
  });

  it('says what approving will do to the product', () => {
    expect(describeApproval(buildEntry(), draft({ decisions: { name: 'take' } }))).toBe(
      'Completes “Hazelnut spread”: writes 2 facts, confirms 1. The rest stays.',
    );
    expect(
      describeApproval(
        buildEntry(),
        draft({ decisions: { name: 'keep' }, overrides: { brand: 'New Mill' } }),
      ),
    ).toBe('Completes “Hazelnut spread”: writes 0 facts and 1 of your own, confirms 1. The rest stays.');
  });

  it('says that a new product comes of it, and with which barcode', () => {
    const entry = buildEntry({ target: null, comparison: buildEntry().comparison.slice(1, 2) });
    expect(describeApproval(entry, EMPTY_DRAFT)).toBe(
      'Creates the public product “Hazelnut cream” with 1 fact and the barcode 9521000000018.',
    );
  });

  it('sends the version of the product that was shown, and what was decided', () => {
    expect(buildApproval(buildEntry(), draft({ decisions: { name: 'keep' } }))).toEqual({
      version: 4,
      decisions: { name: 'keep' },
    });
  });

  it('names another product without the version of the one that was shown', () => {
    const target = { id: '00c0e1d9-8189-51ee-bb17-a5a979de813e', name: 'Another' };
    expect(buildApproval(buildEntry(), draft({ target }))).toEqual({ target_product_id: target.id });
    expect(buildApproval(buildEntry(), draft({ target: null }))).toEqual({ target_product_id: null });
  });

  it('asks what the service asked, once it compared with the other product', () => {
    const target = { id: '00c0e1d9-8189-51ee-bb17-a5a979de813e', name: 'Another' };
    const [conflict] = buildEntry().comparison;
    const asked = conflict ? [conflict] : [];
    expect(listUndecided(buildEntry(), draft({ target }))).toEqual([]);
    expect(listUndecided(buildEntry(), draft({ target, asked }))).toEqual(['name']);
  });

  it('leaves decisions out that an own value has made pointless', () => {
    const given = draft({ decisions: { net_content: 'take' }, overrides: { net_content_value: 5 } });
    expect(buildApproval(buildEntry(), given)).toEqual({ version: 4, overrides: { net_content_value: 5 } });
  });
});
