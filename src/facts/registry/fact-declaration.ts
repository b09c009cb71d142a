/** The type of a value, with its limits in a submission. */
export type FactValue =
  /** `hasWord`: at least one letter or digit. */
  | { type: 'text'; most: number; isLong?: true; hasWord?: true }
  | { type: 'number'; least: number; most: number; isWhole?: true }
  | { type: 'choice'; options: readonly string[] }
  /** Several texts, URLs, countries (stored in English) or additive numbers. */
  | { type: 'list'; most: number; of: 'text' | 'address' | 'country' | 'additive' }
  /** Several names or sentences as a label has them, each with at most `longest` characters. */
  | { type: 'list'; most: number; of: 'statement'; longest: number }
  /** Several codes of a closed list. */
  | { type: 'list'; most: number; of: 'choice'; options: readonly string[] }
  /** Pictures by URL, each with its role. */
  | { type: 'pictures'; most: number; roles: readonly string[] }
  /** Pictures stored by this service, by SHA-256. */
  | { type: 'picture_table'; roles: readonly string[] }
  | { type: 'flag' }
  /** A moment in ISO 8601, in UTC. */
  | { type: 'time' }
  /** ISO 639-1. */
  | { type: 'language' }
  /** A text per language code. `most` is the length of one text. */
  | { type: 'texts'; most: number; isLong?: true }
  /** The code of a category. */
  | { type: 'code' }
  /** Amounts by the keys of `NUTRIMENT_KEYS`. */
  | { type: 'nutriments' }
  /** Values by the keys of the kind's field template, or any other keys. */
  | { type: 'attributes' };

export interface Part {
  /** The name in the console. */
  label: string;
  value: FactValue;
  /** Set if an operator may write more than a submission may contain. */
  written?: FactValue;
  /**
   * The table with a column of this name; otherwise a key of `products.facts`. Brand and category are stored as ids.
   */
  stored?: 'products' | 'food_details' | 'id';
  /** Every product must have it. */
  isRequired?: true;
  /** False: the public detail shows it in another way. */
  isPublic?: false;
  /** Most contributors know it: their form shows it from the start. */
  isUsual?: true;
  description?: string;
  example?: unknown;
}

export interface Rules {
  /** The archive kinds it applies to; all unless given. */
  kinds?: readonly string[];
  /** The fact that it comes with, whose suppliers also count for this one if it has none. */
  saidWith?: string;
  /** It describes the value of the `saidWith` fact, and stays or goes with that value. */
  isBound?: true;
  /** How different values can mean the same: as folded texts (in any order), or as amounts. */
  alike?: 'text' | 'amount';
  /** False: only operators and importers supply it, not the public. */
  isSubmittable?: false;
  /** False: it cannot be written directly; it follows the `saidWith` fact. */
  isWritten?: false;
  /** False: the product's public detail does not show it under its own name. */
  isPublic?: false;
  /** Omitted from the public detail while unknown: it was added after the first release of the contract. */
  isSparse?: true;
  /** Where pages show it; otherwise among the facts without a section. */
  section?: 'ingredients' | 'nutrition' | 'pictures';
  /** Texts by language that complete the fact with the main text. `lang` is the main text's language. */
  textOf?: { text: string; lang: string };
  /** False: different values do not compete, because the values of all sources are kept. */
  isClaimed?: false;
  /** Further fields of the public detail that repeat it. */
  derived?: readonly string[];
  /** False: not a column of the export. */
  isExported?: false;
  /** Its weight in the quality score, for food and for other kinds. Not for a fact that `FIELD_RULES` names. */
  quality?: { food: number; other: number };
}

/** A fact has one value under its own name, or parts that are decided together. */
export type FactDeclaration = Rules &
  (
    | Part
    | {
        label: string;
        parts: Readonly<Record<string, Part>>;
        /** The fact is known if one of its parts is; otherwise all must be. */
        needsOnePart?: true;
      }
  );
