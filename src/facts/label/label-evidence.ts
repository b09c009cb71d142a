import { findClaimedAbsent } from '../../data/ingredients/label-claims.ts';
import type { ClaimedFacts } from '../product-facts.ts';
import type { ProductFacts } from '../registry/fact-list.ts';
import { FACTS } from '../registry/fact-registry.ts';
import type { ProductState } from '../state/product-state.ts';
import type { IngredientReading } from './ingredient-reading.ts';
import { readIngredients } from './read-ingredients.ts';

/** Where a source states it. `free_from`: an operator has marked it as absent. */
export type EvidencePlace = 'allergens' | 'ingredients' | 'traces' | 'labels' | 'free_from';

/** A statement: the source's id and the place. */
export type Evidence = readonly [sourceId: string, place: EvidencePlace];

/** A text that was read, and its suppliers. */
export interface ReadText extends IngredientReading {
  sourceIds: readonly string[];
}

/** All statements of sources about a product's content, including overruled ones. */
export interface LabelEvidence {
  contains: Map<string, Evidence[]>;
  mayContain: Map<string, Evidence[]>;
  claimedAbsent: Map<string, Evidence[]>;
  /** Each stated allergen or trace with its wording, whichever source states it. */
  statements: Set<string>;
  /** Lists of ingredients in all languages. */
  texts: ReadText[];
  /** The product's names and the words of its labels; they can only raise doubt. */
  names: IngredientReading;
  /** An allergen is stated in unknown words, so it may be any. */
  hasUnclearAllergen: boolean;
  hasUnclearTrace: boolean;
  /** Allergens that a text names as traces, or a name. */
  tracesInTexts: Set<string>;
  /** Whether a source mentions traces, if only to deny them. */
  tellsTraces: boolean;
  labels: ReadonlySet<string>;
  additives: IngredientReading;
  /** English names. */
  countries: readonly string[];
}

interface Speaker {
  facts: ClaimedFacts;
  sourcesOf: (
    field: 'allergens' | 'traces' | 'labels' | 'ingredients_text' | 'ingredients_texts',
  ) => readonly string[];
}

/**
 * Collects the product's values and the overruled claims: the strictest statement counts, whatever the source's
 * trust.
 */
export function collectEvidence({
  facts,
  suppliers,
  claims,
}: Pick<ProductState, 'facts' | 'suppliers' | 'claims'>): LabelEvidence {
  const speakers: Speaker[] = [
    {
      facts,
      sourcesOf: (field) =>
        suppliers[field] ?? (field === 'allergens' ? suppliers.ingredients_text : undefined) ?? [],
    },
    ...Object.entries(claims).map(([id, claimed]): Speaker => ({ facts: claimed, sourcesOf: () => [id] })),
  ];
  const names = readIngredients(
    [
      facts.name,
      ...Object.values(facts.names),
      ...Object.values(facts.generic_names),
      ...speakers.flatMap((speaker) => speaker.facts.labels_other ?? []),
    ].join('\n'),
  );
  const evidence: LabelEvidence = {
    contains: new Map(),
    mayContain: new Map(),
    claimedAbsent: new Map(),
    statements: new Set(),
    texts: [],
    names,
    hasUnclearAllergen: false,
    hasUnclearTrace: false,
    tracesInTexts: new Set(names.traces),
    tellsTraces: false,
    labels: new Set(speakers.flatMap((speaker) => speaker.facts.labels ?? [])),
    additives: readIngredients(speakers.flatMap((speaker) => speaker.facts.additives ?? []).join(', ')),
    countries: [...new Set(speakers.flatMap((speaker) => speaker.facts.countries_sold ?? []))],
  };
  for (const speaker of speakers) addSpeaker(evidence, speaker);
  return evidence;
}

function addSpeaker(evidence: LabelEvidence, { facts, sourcesOf }: Speaker): void {
  const { contains, mayContain, claimedAbsent } = evidence;
  const add = (
    map: Map<string, Evidence[]>,
    codes: Iterable<string>,
    ids: readonly string[],
    place: EvidencePlace,
    words: unknown,
  ) => {
    let said: string | undefined;
    for (const code of codes) {
      map.set(code, [...(map.get(code) ?? []), ...ids.map((id): Evidence => [id, place])]);
      said ??= JSON.stringify(words);
      if (map !== claimedAbsent) evidence.statements.add(`${code} ${place} ${said}`);
    }
  };
  const {
    allergens = [],
    allergens_other = [],
    traces = [],
    traces_other = [],
  } = facts as Partial<ProductFacts>;
  const others = readIngredients(allergens_other.join('\n'));
  const stated = [allergens, allergens_other];
  add(contains, [...allergens, ...others.named], sourcesOf('allergens'), 'allergens', stated);
  add(mayContain, others.traces, sourcesOf('allergens'), 'allergens', stated);
  addAll(evidence.tracesInTexts, others.traces);
  evidence.hasUnclearAllergen ||= isUnclear(others) || allergens_other.length >= MOST_STATEMENTS;

  const otherTraces = readIngredients(traces_other.join('\n'), { isTraceList: true });
  const traced = [traces, traces_other];
  add(contains, otherTraces.named, sourcesOf('traces'), 'traces', traced);
  add(mayContain, [...traces, ...otherTraces.traces], sourcesOf('traces'), 'traces', traced);
  evidence.hasUnclearTrace ||= isUnclear(otherTraces) || traces_other.length >= MOST_STATEMENTS;
  evidence.tellsTraces ||= traces.length > 0 || facts.no_traces_stated === true;

  const labels = [...(facts.labels ?? []), ...(facts.labels_other ?? [])];
  const absent = labels.flatMap((label) => findClaimedAbsent(label) ?? []);
  add(claimedAbsent, absent, sourcesOf('labels'), 'labels', labels);
  const saidByLabels = readIngredients((facts.labels_other ?? []).join('\n'));
  add(mayContain, saidByLabels.traces, sourcesOf('labels'), 'labels', labels);
  addAll(evidence.tracesInTexts, saidByLabels.traces);

  addText(facts.ingredients_text, sourcesOf('ingredients_text'));
  for (const text of Object.values(facts.ingredients_texts ?? {}))
    addText(text, sourcesOf('ingredients_texts'));

  function addText(text: string | null | undefined, sourceIds: readonly string[]): void {
    if (!text) return;
    const reading = readIngredients(text);
    evidence.texts.push({ ...reading, sourceIds });
    evidence.tellsTraces ||= reading.tellsTraces;
    add(contains, reading.named, sourceIds, 'ingredients', text);
    add(mayContain, reading.traces, sourceIds, 'ingredients', text);
    addAll(evidence.tracesInTexts, reading.traces);
  }
}

/** A list of this length may have lost its end. */
const MOST_STATEMENTS = FACTS.allergens.parts.allergens_other.value.most;

function addAll<Item>(set: Set<Item>, items: Iterable<Item>): void {
  for (const item of items) set.add(item);
}

/** Returns whether a list of allergens contains words that are unknown or name none. */
const isUnclear = ({ unread, maybe }: IngredientReading): boolean => unread.length > 0 || maybe.size > 0;
