import type { ComponentChildren } from 'preact';
import type { Product } from '../../../catalog/products/product-contract.ts';
import {
  FACT_LIST,
  isEmptyFact,
  PART_LIST,
  type Fact,
  type FactName,
  type FactPart,
} from '../../../facts/registry/fact-list.ts';
import type { Texts } from '../../texts/texts.ts';
import { FactValue } from './fact-value.tsx';
import { Said } from './said.tsx';
import type { Sayings } from './sayings.ts';

/** Facts that stand in a section of their own, or beside the one that they go with. */
const SHOWN_APART: ReadonlySet<FactName> = new Set([
  'category',
  'name_lang',
  'net_content',
  'nutriments',
  'nutrition_basis',
  'serving_size',
  'nutri_score',
  'ingredients_text',
  'ingredients_lang',
  'ingredients_texts',
  'allergens',
  'traces',
  'no_nutrition_data',
  'attributes',
  'image',
  'pictures',
]);

/** A fact with who says it. */
export function FactRow({
  label,
  field,
  sayings,
  texts,
  children,
}: {
  label: string;
  field: string;
  sayings: Sayings;
  texts: Texts;
  children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd>
        <Said field={field} sayings={sayings} texts={texts} />
      </dd>
    </div>
  );
}

/** Every fact of the registry that is known and has no section of its own, in the registry's order. */
export function FactRows({
  product,
  sayings,
  texts,
  children,
}: {
  product: Product;
  sayings: Sayings;
  texts: Texts;
  children: ComponentChildren;
}) {
  return (
    <dl class="facts">
      {children}
      {FACT_LIST.filter(({ field }) => !SHOWN_APART.has(field)).map((fact) => {
        const known = listKnownParts(product, fact);
        if (known.length === 0) return null;
        return (
          <FactRow
            key={fact.field}
            field={fact.field}
            label={texts.word('facts', fact.field, fact.label)}
            sayings={sayings}
            texts={texts}
          >
            {known.map(({ name }) => (
              <FactValue key={name} name={name} value={readPart(product, name)} texts={texts} />
            ))}
          </FactRow>
        );
      })}
    </dl>
  );
}

/** The parts of a fact that the product's public detail has. */
function listKnownParts(product: Product, { field }: Fact): FactPart[] {
  return PART_LIST.filter(({ fact, name }) => fact.field === field && !isEmptyFact(readPart(product, name)));
}

function readPart(product: Product, name: string): unknown {
  return (product as Record<string, unknown>)[name];
}
