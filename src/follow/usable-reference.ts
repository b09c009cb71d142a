import type { ReferenceData } from '../publish/feed/reference-contract.ts';
import { categoryRules, findFault, kindRules, sourceRules } from './copy-rules.ts';
import type { SkippedRecord } from './skipped-store.ts';

/**
 * Returns the reference data that operators could have written, and what is left out, each with the reason. A category goes
 * with its kind and with its parent.
 */
export function findUsableReference({ sources, kinds, categories }: ReferenceData): {
  usable: ReferenceData;
  skipped: SkippedRecord[];
} {
  const skipped: SkippedRecord[] = [];
  const findUsable = <T extends { id?: string; code: string }>(
    kind: SkippedRecord['kind'],
    given: readonly T[],
    findReason: (one: T) => string | undefined,
  ): T[] => {
    const seen = new Set<string>();
    return given.filter((one) => {
      const keys = [`code ${one.code}`, ...(one.id === undefined ? [] : [`id ${one.id}`])];
      const repeated = keys.find((key) => seen.has(key));
      const reason = repeated ? `${repeated}: is there twice` : findReason(one);
      if (reason === undefined) for (const key of keys) seen.add(key);
      else skipped.push({ kind, id: one.code, reason });
      return reason === undefined;
    });
  };
  const usableSources = findUsable('source', sources, (source) => findFault(sourceRules, source));
  const usableKinds = findUsable('kind', kinds, (kind) => findFault(kindRules, kind));
  const kindCodes = new Set(usableKinds.map(({ code }) => code));
  const byId = new Map<string, ReferenceData['categories'][number]>();
  const usableCategories = findUsable('category', categories, (category) => {
    const parent = category.parent_id === null ? undefined : byId.get(category.parent_id);
    const reason =
      findFault(categoryRules, { ...category, archive_kind: category.own_archive_kind }) ??
      (category.parent_id !== null && !parent
        ? 'parent_id: is not a usable category before it'
        : undefined) ??
      (kindCodes.has(category.archive_kind) ? undefined : 'archive_kind: is not usable') ??
      (category.path === (parent ? `${parent.path}/${category.code}` : category.code)
        ? undefined
        : 'path: does not lead through its parent') ??
      (category.level === (parent?.level ?? 0) + 1 ? undefined : 'level: is not that of its path');
    if (reason === undefined) byId.set(category.id, category);
    return reason;
  });
  return {
    usable: { sources: usableSources, kinds: usableKinds, categories: usableCategories },
    skipped,
  };
}
