import type { Product } from '../../catalog/products/product-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { Said } from './facts/said.tsx';
import type { Sayings } from './facts/sayings.ts';

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
  return (
    <section aria-labelledby="ingredients">
      <h2 id="ingredients">{t('product.ingredients')}</h2>
      {text === null ? (
        <p>{t('product.noIngredients')}</p>
      ) : (
        <>
          <p class="ingredients" lang={lang ?? undefined} dir="auto">
            {text}
          </p>
          <Said field="ingredients_text" sayings={sayings} texts={texts} />
        </>
      )}
      {others.map(([code, other]) => (
        <details key={code}>
          <summary>{t('product.ingredientsIn', { language: languageName(code) })}</summary>
          <p class="ingredients" lang={code} dir="auto">
            {other}
          </p>
        </details>
      ))}
      {others.length > 0 && <Said field="ingredients_texts" sayings={sayings} texts={texts} />}
    </section>
  );
}
