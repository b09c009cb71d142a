import { isDeepStrictEqual } from 'node:util';
import type { ClaimedFacts } from './product-facts.ts';
import {
  FACT_LIST,
  isEmptyFact,
  OTHER_TEXTS,
  type Fact,
  type FactName,
  type PartName,
} from './registry/fact-list.ts';
import type { Claims, Suppliers } from './state/product-state.ts';

/** Bytes of JSON. With longer claims, a product's row would consist mostly of overruled values. */
const LONGEST_CLAIM = 5_000;

/** Returns the fact that this one is claimed with: a language with its text, a basis with its amounts. */
export function leaderOf({ field, isBound, saidWith }: Fact): FactName | undefined {
  if (field === 'nutrition_basis') return 'nutriments';
  return isBound ? saidWith : undefined;
}

/** Facts whose values exclude each other: the product has one of them, and the others stay claims. */
export const CLAIMED_FACTS: readonly Fact[] = FACT_LIST.filter(
  (fact) => leaderOf(fact) === undefined && !fact.hasTexts && fact.isClaimed !== false,
);

const PARTS = new Map(
  CLAIMED_FACTS.map(({ field }) => [
    field,
    FACT_LIST.filter((fact) => fact.field === field || leaderOf(fact) === field).flatMap(
      ({ parts }) => parts,
    ),
  ]),
);

/** Returns the wire names that one claim contains. */
function listClaimParts(fact: Fact): readonly PartName[] {
  return PARTS.get(fact.field) ?? [];
}

/** Returns the claims after a source has stated a fact; undefined removes its claim. */
export function setClaim(
  claims: Claims,
  sourceId: string,
  fact: Fact,
  said: ClaimedFacts | undefined,
): Claims {
  if (!said && !claims[sourceId]) return claims;
  const facts: Record<string, unknown> = { ...claims[sourceId] };
  for (const part of listClaimParts(fact)) delete facts[part];
  const claim = said && readClaim(said, fact);
  if (claim) Object.assign(facts, claim);
  const { [sourceId]: _old, ...others } = claims;
  return Object.keys(facts).length > 0 ? { ...others, [sourceId]: facts } : others;
}

/** Returns the claimed value of a fact, or undefined if it is empty or too long. */
export function readClaim(said: ClaimedFacts, fact: Fact): ClaimedFacts | undefined {
  if (fact.parts.every((part) => isEmptyFact(said[part]))) return undefined;
  const parts = listClaimParts(fact).filter((part) => !isEmptyFact(said[part]));
  const claim = Object.fromEntries(parts.map((part) => [part, said[part]]));
  return JSON.stringify(claim).length <= LONGEST_CLAIM ? claim : undefined;
}

/** Returns whether the product has the claimed value, at least among the texts in other languages. */
export function isHeld(fact: Fact, said: ClaimedFacts, facts: ClaimedFacts): boolean {
  if (fact.parts.every((part) => isDeepStrictEqual(said[part], facts[part]))) return true;
  const other = OTHER_TEXTS.find(({ text }) => text === fact.field);
  if (!other) return false;
  const text = facts[other.texts]?.[said[other.lang] ?? ''];
  return text !== undefined && text === said[other.text];
}

interface Said {
  facts: ClaimedFacts;
  suppliers: Suppliers;
}

/**
 * Returns the claims after a change: each source whose value was replaced claims that value, except the speaker. A
 * source that supplies the current value has no claim.
 */
export function keepOverruled(claims: Claims, before: Said, after: Said, speakerId?: string): Claims {
  let kept = claims;
  for (const fact of CLAIMED_FACTS) {
    const suppliers = after.suppliers[fact.field] ?? [];
    const lost = (before.suppliers[fact.field] ?? []).filter(
      (id) => id !== speakerId && !suppliers.includes(id),
    );
    if (!isHeld(fact, before.facts, after.facts))
      for (const id of lost) kept = setClaim(kept, id, fact, before.facts);
    // Where several sources supplied the table, nobody knows whose entry was replaced.
    const [only, ...others] = before.suppliers[fact.field] ?? [];
    if (only !== undefined && others.length === 0 && only !== speakerId && suppliers.includes(only))
      kept = setClaim(kept, only, fact, listReplaced(fact, before.facts, after.facts));
  }
  return dropBelieved(kept, after.suppliers, after.facts);
}

/** Returns the claims without those that their source supplies. Of a table, entries stay that others have replaced. */
export function dropBelieved(claims: Claims, suppliers: Suppliers, facts: ClaimedFacts): Claims {
  let kept = claims;
  for (const sourceId of Object.keys(claims)) {
    for (const fact of CLAIMED_FACTS) {
      if (suppliers[fact.field]?.includes(sourceId))
        kept = setClaim(kept, sourceId, fact, listReplaced(fact, claims[sourceId] ?? {}, facts));
    }
  }
  return kept;
}

/** Returns the entries of a stated table that have another value now; undefined if there are none. */
function listReplaced(fact: Fact, said: ClaimedFacts, facts: ClaimedFacts): ClaimedFacts | undefined {
  const [part] = fact.parts;
  if (!fact.isTable || part === undefined) return undefined;
  if (fact.field === 'nutriments' && said.nutrition_basis !== facts.nutrition_basis) return undefined;
  const now = (facts[part] ?? {}) as Record<string, unknown>;
  const replaced = Object.entries(said[part] ?? {}).filter(
    ([key, value]) => now[key] !== undefined && !isDeepStrictEqual(now[key], value),
  );
  return replaced.length === 0 ? undefined : { ...said, [part]: Object.fromEntries(replaced) };
}
