import { z } from 'zod';
import { referenceDataSchema, type ReferenceData } from '../../publish/feed/reference-contract.ts';
import { categoryRules, describeIssue, findFault, kindRules, sourceRules } from './copy-rules.ts';
import type { SkippedRecord } from './skipped-store.ts';

/** Validated record by record, so that an unexpected one does not invalidate the others. */
export const leaderReferenceSchema = z.object({
  sources: z.array(z.unknown()),
  kinds: z.array(z.unknown()),
  categories: z.array(z.unknown()),
});
export type LeaderReference = z.output<typeof leaderReferenceSchema>;

const { sources: sourceList, kinds: kindList, categories: categoryList } = referenceDataSchema.shape;

/**
 * Returns the reference data that passes the rules for operators, and the skipped records with reasons. A category is
 * skipped together with its kind or parent.
 */
export function findUsableReference(sent: LeaderReference): {
  usable: ReferenceData;
  skipped: SkippedRecord[];
} {
  const skipped: SkippedRecord[] = [];
  const findUsable = <T extends { id?: string; code: string }>(
    kind: SkippedRecord['kind'],
    shape: z.ZodType<T>,
    given: readonly unknown[],
    findReason: (one: T) => string | undefined,
  ): T[] => {
    const seen = new Set<string>();
    return given.flatMap((record, index) => {
      const { data: one, error } = shape.safeParse(record);
      const keys = one ? [`code ${one.code}`, ...(one.id === undefined ? [] : [`id ${one.id}`])] : [];
      const repeated = keys.find((key) => seen.has(key));
      const reason = repeated ? `${repeated}: is there twice` : one && findReason(one);
      if (one && reason === undefined) {
        for (const key of keys) seen.add(key);
        return [one];
      }
      skipped.push({
        kind,
        id: one?.code ?? `number ${index + 1}`,
        reason: reason ?? describeIssue(error) ?? '',
      });
      return [];
    });
  };
  const sources = findUsable('source', sourceList.element, sent.sources, (source) =>
    findFault(sourceRules, source),
  );
  const kinds = findUsable('kind', kindList.element, sent.kinds, (kind) => findFault(kindRules, kind));
  const places = createPlaces(kinds);
  const categories = findUsable('category', categoryList.element, sent.categories, places.admit);
  return { usable: { sources, kinds, categories }, skipped };
}

type Category = ReferenceData['categories'][number];

/** Admits categories one by one, each below an admitted parent. */
function createPlaces(kinds: ReferenceData['kinds']): { admit: (category: Category) => string | undefined } {
  const kindCodes = new Set(kinds.map(({ code }) => code));
  const byId = new Map<string, Category>();
  const findReason = (category: Category): string | undefined => {
    const parent = byId.get(category.parent_id ?? '');
    const fault = findFault(categoryRules, { ...category, archive_kind: category.own_archive_kind });
    if (fault) return fault;
    if (category.parent_id !== null && !parent) return 'parent_id: is not a usable category before it';
    if (!kindCodes.has(category.archive_kind)) return 'archive_kind: is not usable';
    if (category.path !== [parent?.path, category.code].filter(Boolean).join('/'))
      return 'path: does not lead through its parent';
    return category.level === (parent?.level ?? 0) + 1 ? undefined : 'level: is not that of its path';
  };
  return {
    admit(category) {
      const reason = findReason(category);
      if (reason === undefined) byId.set(category.id, category);
      return reason;
    },
  };
}
