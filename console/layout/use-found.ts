import { useQueryClient } from '@tanstack/react-query';
import type { NavigateOptions } from '@tanstack/react-router';
import type { ProductListItem } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { useApi, useMayActAs } from '../api/api-context.ts';
import { readOptions, useListRead } from '../api/use-read.ts';
import { useCategories } from '../categories/use-categories.ts';
import type { NavigationArea } from './navigation-areas.ts';

export interface Found {
  key: string;
  label: string;
  note?: string;
  target: NavigateOptions;
}

const MAX_PRODUCTS = 6;
const MAX_OTHERS = 4;
const productsOf = (q: string) => ({ query: { q, size: MAX_PRODUCTS } });

/** Returns what a text finds, in groups without empty ones. */
export function useFound(q: string, areas: NavigationArea[]): { title: string; items: Found[] }[] {
  const isAsked = q.length > 1;
  const maySeeBrands = useMayActAs('editor');
  const products = useListRead('/products', productsOf(q), { enabled: isAsked });
  const brands = useListRead(
    '/brands',
    { query: { q, sort: 'products', size: MAX_OTHERS } },
    { enabled: isAsked && maySeeBrands },
  );
  const { categories } = useCategories(isAsked);
  const wanted = q.toLowerCase();
  const fits = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(wanted));
  if (q === '') return [];
  return [
    {
      title: 'Products',
      items: (isAsked ? (products.data?.items ?? []) : []).map(foundProduct),
    },
    {
      title: 'Brands',
      items: (isAsked ? (brands.data?.items ?? []) : []).map((brand) => ({
        key: `brand ${brand.id}`,
        label: brand.name,
        target: { to: '/brands/$brandId', params: { brandId: brand.id } },
      })),
    },
    {
      title: 'Categories',
      items: categories
        .filter(({ name, code }) => fits(name, code))
        .slice(0, MAX_OTHERS)
        .map(({ id, name, path }) => ({
          key: `category ${id}`,
          label: name,
          note: path,
          target: { to: '/categories', search: { id } },
        })),
    },
    {
      title: 'Pages',
      items: areas
        .flatMap(({ items }) => items)
        .filter(({ label }) => fits(label))
        .map(({ label, to }) => ({ key: `page ${to}`, label, target: { to } })),
    },
  ].filter(({ items }) => items.length > 0) as { title: string; items: Found[] }[];
}

/** Finds the first product of a text at once: a scanner presses Enter before the list has loaded. */
export function useFindFirst(): (q: string) => Promise<Found | undefined> {
  const api = useApi();
  const queryClient = useQueryClient();
  return async (q) => {
    if (q === '') return undefined;
    const { items } = await queryClient.fetchQuery(readOptions(api, '/products', productsOf(q)));
    return items[0] && foundProduct(items[0]);
  };
}

function foundProduct(product: ProductListItem): Found {
  return {
    key: `product ${product.id}`,
    label: product.name,
    note: [product.brand, product.gtin, product.status === 'active' ? '' : product.status]
      .filter(Boolean)
      .join(' · '),
    target: { to: '/products/$productId', params: { productId: product.id } } as NavigateOptions,
  };
}
