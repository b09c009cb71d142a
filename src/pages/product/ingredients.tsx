import type { Product } from '../../catalog/products/product-contract.ts';
import { markAllergens } from '../../facts/label/mark-allergens.ts';
import type { Texts } from '../texts/texts.ts';
import type { FactSources } from './facts/fact-sources.ts';
import { SectionHead } from './section-head.tsx';
import { Said } from './facts/said.tsx';

/**
 * The ingredients in each known language. In the shown one, words that name an allergen of the product are marked.
 */
export function Ingredients({
  product,
  factSources,
  texts,
}: {
  product: Product;
  factSources: FactSources;
  texts: Texts;
}) {
  const { t, languageName } = texts;
  const { ingredients_text: text, ingredients_lang: lang, ingredients_texts: all } = product;
  const others = Object.entries(all).filter(([code]) => code !== lang);
  const allergens = new Set<string>(
    product.allergen_states.flatMap(({ allergen, state }) =>
      state === 'contains' || state === 'may_contain' ? [allergen] : [],
    ),
  );
  return (
    <section aria-labelledby="ingredients">
      <SectionHead
        id="ingredients"
        title={t('product.ingredients')}
        field={text === null ? undefined : 'ingredients_text'}
        factSources={factSources}
        texts={texts}
      />
      {text !== null && (
        <p class="ingredients" lang={lang ?? undefined} dir="auto">
          <Marked text={text} allergens={allergens} />
        </p>
      )}
      {others.map(([code, other]) => (
        <details key={code}>
          <summary>{t('product.ingredientsIn', { language: languageName(code) })}</summary>
          {/* Not marked: a stranger may add a text in every language, and marking 5,000 characters takes 3 ms. */}
          <p class="ingredients" lang={code} dir="auto">
            {other}
          </p>
        </details>
      ))}
      {others.length > 0 && <Said field="ingredients_texts" factSources={factSources} texts={texts} />}
    </section>
  );
}

function Marked({ text, allergens }: { text: string; allergens: ReadonlySet<string> }) {
  return (
    <>
      {markAllergens(text, allergens).map(({ text: part, allergen }) =>
        allergen === undefined ? part : <mark>{part}</mark>,
      )}
    </>
  );
}
