import type { AllergenState, Product } from '../../catalog/products/product-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { FactItem, FactValue } from './facts/fact-value.tsx';
import { SourceMark } from './facts/said.tsx';
import { FactRow } from './facts/fact-rows.tsx';
import type { FactSources } from './facts/fact-sources.ts';

/** The two facts, each with the state that its row shows. */
const ROWS = [
  { name: 'allergens', state: 'contains' },
  { name: 'traces', state: 'may_contain' },
] as const;

/**
 * Allergens that the product contains or may contain. States in words what is not stated or not known, because
 * neither promises absence.
 */
export function Allergens({
  product,
  factSources,
  texts,
}: {
  product: Product;
  factSources: FactSources;
  texts: Texts;
}) {
  const { t } = texts;
  const having = (wanted: AllergenState['state']) =>
    product.allergen_states.filter(({ state }) => state === wanted);
  const rows = ROWS.map(({ name, state }) => {
    const found = having(state);
    const values = [
      ...new Set([...found.map(({ allergen }) => allergen), ...product[name], ...product[`${name}_other`]]),
    ];
    const isNotStated = product[`${name}_status`] === 'none_stated';
    return { name, found, values, isNotStated, isUnknown: values.length === 0 && !isNotStated };
  });
  // If both are unknown, the page says so once.
  const areUnknown = rows.every(({ isUnknown }) => isUnknown);
  // Where the label states none, somebody has said: the ingredients do not tell.
  const isSaid = rows.some(({ name, isNotStated }) => name === 'allergens' && isNotStated);
  return (
    <section aria-labelledby="allergens">
      <h2 id="allergens">{t('product.allergensTitle')}</h2>
      <dl class="facts">
        {(areUnknown ? rows.slice(0, 1) : rows).map(({ name, found, values, isNotStated, isUnknown }) => {
          const label = areUnknown
            ? texts.list([t('product.missing.allergens'), t('product.missing.traces')])
            : undefined;
          return (
            <FactRow
              key={name}
              field={name}
              label={label}
              isUnknown={isUnknown}
              factSources={factSources}
              texts={texts}
            >
              {values.length > 0 ? (
                <Names {...{ name, values, found, product, texts }} />
              ) : (
                <span class={isUnknown ? 'unknown' : undefined}>
                  {t(`product.${name}.${isNotStated ? 'none_stated' : 'unknown'}`)}
                </span>
              )}
              <FromIngredients states={found} texts={texts} />
            </FactRow>
          );
        })}
        {(
          [
            ['free_from', having('free_from').filter((one) => !isFoundAbsent(one))],
            ['found_absent', having('free_from').filter(isFoundAbsent)],
            ['not_stated', having('not_stated')],
            [isSaid ? 'untold' : 'unknown', having('unknown')],
          ] as const
        ).map(([state, found]) => {
          if (found.length === 0) return null;
          return (
            <div key={state} class="apart">
              <dt>{t(`product.allergenStates.${state}`)}</dt>
              <dd>
                <FactValue name="allergens" value={found.map(({ allergen }) => allergen)} texts={texts} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Returns whether an operator, and no label, says that it is absent. */
const isFoundAbsent = ({ said_by }: AllergenState) => said_by.some((one) => one.in === 'free_from');

/** Allergens, each with its sources where not every source of the list says it. */
function Names({
  name,
  values,
  found,
  product: { sources },
  texts,
}: {
  name: 'allergens' | 'traces';
  values: readonly string[];
  found: readonly AllergenState[];
  product: Product;
  texts: Texts;
}) {
  const saying = (states: readonly AllergenState[]) =>
    sources.filter(({ code }) => states.some(({ said_by }) => said_by.some(({ source }) => source === code)));
  const all = saying(found);
  const byAllergen = new Map<string, typeof sources>(
    found.map((state) => [state.allergen, saying([state])] as const),
  );
  return (
    <ul class="words">
      {values.map((value) => {
        const some = byAllergen.get(value) ?? [];
        return (
          <li key={value}>
            <FactItem name={name} item={value} texts={texts} />
            {some.length > 0 && some.length < all.length && (
              <span class="faint only">
                {some.map((source) => (
                  <SourceMark key={source.id} source={source} />
                ))}
                {texts.list(some.map((source) => source.name))}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Allergens that only the ingredients name, and no list of allergens. */
function FromIngredients({ states, texts }: { states: readonly AllergenState[]; texts: Texts }) {
  const read = states.filter(
    ({ said_by }) => said_by.length > 0 && said_by.every((one) => one.in === 'ingredients'),
  );
  if (read.length === 0) return null;
  const names = read.map(({ allergen }) => texts.word('codes', allergen, allergen)).join(', ');
  return <p class="faint">{texts.t('product.fromIngredients', { names })}</p>;
}
