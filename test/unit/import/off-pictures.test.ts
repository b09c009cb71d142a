import { describe, expect, it } from 'vitest';
import { writtenFactsShape } from '../../../src/facts/registry/fact-shapes-contract.ts';
import { recordOf } from '../../support/imports/off-rows.ts';

describe('pictures', () => {
  const full = { w: 911, h: 1200 };
  const front_fr = { imgid: '1', rev: '4', sizes: { 100: { w: 76, h: 100 }, full } };
  const picturesOf = (row: Record<string, unknown>) => recordOf(row).facts.pictures;
  const addressesOf = (row: Record<string, unknown>) => picturesOf(row).map(({ url }) => url);

  it.each([
    // As Open Food Facts has them: a dump of 42015086, and the front of 3222473161867.
    ['42015086', '000/004/201/5086'],
    ['3222473161867', '322/247/316/1867'],
    ['036000291452', '003/600/029/1452'],
    ['0036000291452', '003/600/029/1452'],
    ['00036000291452', '003/600/029/1452'],
    ['10022000159357', '100/220/001/59357'],
  ])('of the code %s are in %s', (code, folder) => {
    expect(picturesOf({ code, images: { front_fr, 1: { uploader: 'kiliweb' } } })).toEqual([
      {
        role: 'front',
        lang: 'fr',
        url: `https://images.openfoodfacts.org/images/products/${folder}/front_fr.4.full.jpg`,
        width: 911,
        height: 1200,
      },
    ]);
  });

  it('are read of both schemas, the front first, on the host of the product type', () => {
    const ingredients_en = { ...front_fr, rev: 7 };
    const before = { ingredients_en, front_fr, front: { ...front_fr, rev: '2' }, packaging: { rev: '9' } };
    const now = {
      uploaded: { 1: { uploader: 'kiliweb' } },
      selected: { ingredients: { en: ingredients_en }, front: { fr: front_fr } },
    };
    const names = ['front_fr.4', 'ingredients_en.7'].map((name) => expect.stringContaining(`/${name}.full`));
    expect(addressesOf({ images: before })).toEqual([...names, expect.stringContaining('/packaging.9.full')]);
    expect(addressesOf({ images: now })).toEqual(names);
    const hosts = ['food', 'beauty', 'petfood', 'product'].map(
      (product_type) => new URL(addressesOf({ images: now, product_type })[0] ?? '').host,
    );
    expect(hosts).toEqual(
      ['food', 'beauty', 'petfood', 'products'].map((name) => `images.open${name}facts.org`),
    );
  });

  it('of the tab-separated form are read from their addresses', () => {
    const address = 'https://images.openfoodfacts.org/images/products/316/893/001/0265';
    const row = {
      image_url: `${address}/front_fr.170.400.jpg`,
      image_nutrition_url: `${address}/nutrition_fr.134.400.jpg`,
      image_ingredients_url: 'https://images.example.org/ingredients_fr.134.400.jpg',
    };
    expect(picturesOf(row)).toEqual([
      { role: 'front', lang: 'fr', url: `${address}/front_fr.170.full.jpg`, width: null, height: null },
      {
        role: 'nutrition',
        lang: 'fr',
        url: `${address}/nutrition_fr.134.full.jpg`,
        width: null,
        height: null,
      },
    ]);
  });

  it('of many languages are those of the product’s own and English before others', () => {
    const languages = 'xx aa af am ar az be bg bn bs ca cs cy da de el eo es et eu fa fr en fi'.split(' ');
    const images = Object.fromEntries(
      languages.flatMap((lang) => ['front', 'nutrition'].map((role) => [`${role}_${lang}`, front_fr])),
    );
    const pictures = picturesOf({ images, lang: 'fi' });
    expect(pictures).toHaveLength(20);
    const fronts = pictures.filter(({ role }) => role === 'front').map(({ lang }) => lang);
    expect(fronts).toEqual(['fi', 'en', 'aa', 'af', 'am', 'ar', 'az', 'be', 'bg', 'bn']);
    expect(writtenFactsShape.pictures.safeParse(pictures).success).toBe(true);
  });

  it('without a code or a revision are left out', () => {
    expect(
      picturesOf({ images: { front_fr: { ...front_fr, rev: undefined }, front_xx_yy: front_fr } }),
    ).toEqual([]);
    expect(picturesOf({ code: 'abc', images: { front_fr } })).toEqual([]);
    expect(picturesOf({ images: 'front', image_url: 7 })).toEqual([]);
  });
});
