import type { ComponentChildren } from 'preact';
import type { Product } from '../../../catalog/products/product-contract.ts';
import {
  FACT_LIST,
  isEmptyFact,
  PART_LIST,
  type Fact,
  type FactName,
} from '../../../facts/registry/fact-list.ts';
import { FACTS } from '../../../facts/registry/fact-registry.ts';
import type { Texts } from '../../texts/texts.ts';
import { FactValue } from './fact-value.tsx';
import { Said } from './said.tsx';
import type { FactSources } from './fact-sources.ts';

/** Facts shown above: in the lead, or in a section of their own. */
const SHOWN_ABOVE = new Set<string>([
  'name',
  'description',
  'brand',
  'brands',
  'generic',
  'net_content',
  'nova_group',
  'environmental_score',
  'additives',
]);

/** Facts without a section. A language is shown beside its text. */
const OWN_ROWS = FACT_LIST.filter(
  ({ field, section, isBound }) => section === undefined && !isBound && !SHOWN_ABOVE.has(field),
);

/** A fact with its known sources. */
export function FactRow({
  field,
  label,
  isUnknown,
  factSources,
  texts,
  children,
}: {
  field: FactName;
  /** Replaces the fact's own name. */
  label?: string | undefined;
  isUnknown?: boolean;
  factSources: FactSources;
  texts: Texts;
  children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{label ?? texts.word('facts', field, FACTS[field].label)}</dt>
      <dd>{children}</dd>
      {((!isUnknown && !factSources.isSaidOnce && factSources.suppliersOf(field).length > 0) ||
        factSources.otherClaimsOn(field).length > 0) && (
        <dd>
          <Said field={field} factSources={factSources} texts={texts} />
        </dd>
      )}
    </div>
  );
}

/**
 * Every known fact without a section of its own, in the registry's order. `own` replaces the default content of
 * facts.
 */
export function FactRows({
  product,
  own,
  factSources,
  texts,
}: {
  product: Product;
  own: Partial<Record<FactName, ComponentChildren>>;
  factSources: FactSources;
  texts: Texts;
}) {
  const rows = OWN_ROWS.flatMap((fact) => {
    const value = own[fact.field] ?? showParts(product, fact, texts);
    return value === undefined ? [] : [{ field: fact.field, value }];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{texts.t('product.facts')}</h2>
      <dl class="facts">
        {rows.map(({ field, value }) => (
          <FactRow key={field} field={field} factSources={factSources} texts={texts}>
            {value}
          </FactRow>
        ))}
      </dl>
    </section>
  );
}

/** Shows the public parts of a fact; undefined if there are none. */
function showParts(product: Product, { field }: Fact, texts: Texts): ComponentChildren {
  const facts: Record<string, unknown> = product;
  const known = PART_LIST.filter(({ fact, name }) => fact.field === field && !isEmptyFact(facts[name]));
  if (known.length === 0) return undefined;
  return known.map(({ name }) => <FactValue key={name} name={name} value={facts[name]} texts={texts} />);
}
