import type { Product } from '../../catalog/products/product-contract.ts';
import { markAllergens } from '../../facts/label/mark-allergens.ts';
import type { Texts } from '../texts/texts.ts';
import type { Sayings } from './facts/sayings.ts';
import { SectionHead } from './section-head.tsx';
import { Said } from './facts/said.tsx';

/** The ingredients in each language, with the words that name an allergen of the product marked. */
export function Ingredients({
  product,
  sayings,
  texts,
}: {
  product: Product;
  sayings: Sayings;
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
        sayings={sayings}
        texts={texts}
      />
      {text === null ? (
        <p class="faint">{t('product.noIngredients')}</p>
      ) : (
        <p class="ingredients" lang={lang ?? undefined} dir="auto">
          <Marked text={text} allergens={allergens} />
        </p>
      )}
      {others.map(([code, other]) => (
        <details key={code}>
          <summary>{t('product.ingredientsIn', { language: languageName(code) })}</summary>
          <p class="ingredients" lang={code} dir="auto">
            <Marked text={other} allergens={allergens} />
          </p>
        </details>
      ))}
      {others.length > 0 && <Said field="ingredients_texts" sayings={sayings} texts={texts} />}
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
