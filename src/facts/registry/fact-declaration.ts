/** What a value may be in a submission. */
export type FactValue =
  /** `hasWord`: at least one letter or digit. */
  | { type: 'text'; most: number; isLong?: true; hasWord?: true }
  | { type: 'number'; least: number; most: number; isWhole?: true }
  | { type: 'choice'; options: readonly string[] }
  /** Several texts, addresses of web pages, countries, which are stored in English, or numbers of additives. */
  | { type: 'list'; most: number; of: 'text' | 'address' | 'country' | 'additive' }
  /** Several codes of a closed list. */
  | { type: 'list'; most: number; of: 'choice'; options: readonly string[] }
  /** Pictures by their addresses, each with what it shows. */
  | { type: 'pictures'; most: number; roles: readonly string[] }
  /** Pictures that are kept here, by the SHA-256 of each. */
  | { type: 'picture_table'; roles: readonly string[] }
  | { type: 'flag' }
  /** ISO 639-1. */
  | { type: 'language' }
  /** A text for each of several languages, by their codes. `most` is the length of one. */
  | { type: 'texts'; most: number; isLong?: true }
  /** The code of a category. */
  | { type: 'code' }
  /** Amounts by the keys of `NUTRIMENT_KEYS`. */
  | { type: 'nutriments' }
  /** Values by the keys of the kind's field template, or others. */
  | { type: 'attributes' };

export interface Part {
  /** How the console calls it. */
  label: string;
  value: FactValue;
  /** Set where an operator may write more than a submission may hold. */
  written?: FactValue;
  /** Table with a column of this name; else it is a key of `products.facts`. Brand and category are ids there. */
  stored?: 'products' | 'food_details' | 'id';
  /** A product cannot be without it. */
  isRequired?: true;
  /** False: the public detail says it in another way. */
  isPublic?: false;
  /** Most people can say it: the form for contributors shows it from the start. */
  isUsual?: true;
  description?: string;
  example?: unknown;
}

export interface Rules {
  /** Archive kinds it applies to; all unless given. */
  kinds?: readonly string[];
  /** The fact whose suppliers stand for this one where it has none: it came along with that fact. */
  saidWith?: string;
  /** It tells of the value of the fact that it came along with: where that one stays, so does this. */
  isBound?: true;
  /** When two values mean the same though they are not the same: as folded texts (in any order), or as amounts. */
  alike?: 'text' | 'amount';
  /** False: only operators and importers say it, not the public. */
  isSubmittable?: false;
  /** False: it is not written by hand; it comes and goes with the fact that it names. */
  isWritten?: false;
  /** False: the product's public detail does not show it under its own name. */
  isPublic?: false;
  /** The product's public detail leaves it out while it is not known: it came after the contract's first answers. */
  isSparse?: true;
  /** Where pages show it; by default among the facts without a section. */
  section?: 'ingredients' | 'nutrition' | 'pictures';
  /** Texts by language that go with the fact of one text. `lang` is that text’s language. */
  textOf?: { text: string; lang: string };
  /** False: values that differ are no claims against each other, because all sources’ values stand side by side. */
  isClaimed?: false;
  /** Further fields of the public detail that repeat it. */
  derived?: readonly string[];
  /** False: not a column of the export. */
  isExported?: false;
  /** Its weight in the quality score, for food and for the other kinds. Not for a fact that `FIELD_RULES` names. */
  quality?: { food: number; other: number };
}

/** A fact has one value under its own name, or parts that are decided about together. */
export type FactDeclaration = Rules &
  (
    | Part
    | {
        label: string;
        parts: Readonly<Record<string, Part>>;
        /** The fact is there when one of its parts is; else all of them have to be. */
        needsOnePart?: true;
      }
  );
