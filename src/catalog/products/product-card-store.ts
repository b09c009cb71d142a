import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { anyOf, prepareStatement } from '../../platform/db/prepare-statement.ts';
import { categories, foodDetails, products } from '../../platform/db/schema/catalogue.ts';
import type { StoredPicture } from '../../facts/registry/fact-list.ts';
import { buildPictures } from '../pictures/build-pictures.ts';
import { chooseThumbnail } from '../pictures/picture-address.ts';
import type { Product } from './product-contract.ts';
import { withMainText } from './shown-language.ts';

/** The facts on the card of a product besides its names. */
export type CardFacts = Pick<Product, 'nutri_score' | 'net_content_value' | 'net_content_unit'> & {
  thumbnail: string | null;
};

export interface ProductCard {
  lang: string | null;
  /** By language, including the main language. */
  names: Record<string, string>;
  facts: CardFacts;
}

/** Returns the names of each product, and the facts on its card. */
export async function listCards(db: Db, ids: readonly string[]): Promise<Map<string, ProductCard>> {
  const rows = await cardsOfProducts(db, { ids });
  return new Map(
    rows.map(({ id, name, lang, names, pictures, contributed, ...facts }) => [
      id,
      {
        lang,
        names: withMainText(names ?? {}, lang, name),
        facts: { ...facts, thumbnail: chooseThumbnail(buildPictures(pictures ?? [], contributed ?? {}, [])) },
      },
    ]),
  );
}

interface CardRow extends Omit<CardFacts, 'thumbnail'> {
  id: string;
  name: string;
  lang: string | null;
  names: Record<string, string> | null;
  pictures: StoredPicture[] | null;
  contributed: Record<string, StoredPicture> | null;
}

const cardsOfProducts = prepareStatement<CardRow>(
  'list_cards',
  sql`
    select ${products.id} as id, ${products.name} as name, ${products.facts}->>'name_lang' as lang,
      ${products.facts}->'names' as names, ${products.facts}->'pictures' as pictures,
      ${products.facts}->'contributed_pictures' as contributed,
      ${products.netContentValue}::float8 as net_content_value, ${products.netContentUnit} as net_content_unit,
      case when ${categories.archiveKind} = 'food' then ${foodDetails.nutriScore} end as nutri_score
    from ${products}
      left join ${categories} on ${categories.id} = ${products.categoryId}
      left join ${foodDetails} on ${foodDetails.productId} = ${products.id}
    where ${products.id} = ${anyOf('ids')}`,
);
