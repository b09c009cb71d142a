import { pageAddressOf } from '../../catalog/products/page-address.ts';
import type { ShownItem } from '../../search/search-contract.ts';
import type { Icon } from '../layout/category-icon.ts';
import type { Texts } from '../texts/texts.ts';

const SHELVES: Icon[][] = [
  ['jar', 'milk', 'cookie', 'apple'],
  ['lotion', 'sound', 'bottle', 'paw'],
  ['bread', 'cup', 'cheese', 'spray'],
];

/** A drawing of a shelf. */
export function Shelf() {
  return (
    <div class="shelf" aria-hidden="true">
      {SHELVES.map((icons) => (
        <div key={icons[0]}>
          {icons.map((icon) => (
            <span key={icon} class={`icon-${icon}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Example searches: a name, a brand and a barcode of the catalogue. */
export function TryThese({ items, texts: { t } }: { items: readonly ShownItem[]; texts: Texts }) {
  const [first, second, third] = items;
  if (!first || !second || !third) return null;
  const search = (text: string) => ({
    text,
    address: `/search?${new URLSearchParams({ q: text }).toString()}`,
  });
  const tries = [
    search(first.name),
    ...(second.brand === null ? [] : [search(second.brand)]),
    { text: third.gtin ?? third.name, address: pageAddressOf(third) },
  ];
  return (
    <p class="tries">
      {t('home.try')}{' '}
      {tries.map(({ text, address }) => (
        <a key={address} href={address}>
          <bdi>{text}</bdi>
        </a>
      ))}
    </p>
  );
}
