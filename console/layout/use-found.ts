import type { NavigateOptions } from '@tanstack/react-router';
import { useMayActAs } from '../api/api-context.ts';
import { useListRead } from '../api/use-read.ts';
import { useCategories } from '../categories/use-categories.ts';
import type { NavigationArea } from './navigation-areas.ts';

export interface Found {
  key: string;
  label: string;
  note?: string;
  target: NavigateOptions;
}

const MOST_PRODUCTS = 6;
const MOST_OTHERS = 4;

/** What a text finds, in groups; empty ones are left out. */
export function useFound(q: string, areas: NavigationArea[]): { title: string; items: Found[] }[] {
  const isAsked = q.length > 1;
  const maySeeBrands = useMayActAs('editor');
  const products = useListRead('/products', { query: { q, size: MOST_PRODUCTS } }, { enabled: isAsked });
  const brands = useListRead(
    '/brands',
    { query: { q, sort: 'products', size: MOST_OTHERS } },
    { enabled: isAsked && maySeeBrands },
  );
  const { categories } = useCategories(isAsked);
  const wanted = q.toLowerCase();
  const fits = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(wanted));
  if (q === '') return [];
  return [
    {
      title: 'Products',
      items: (isAsked ? (products.data?.items ?? []) : []).map((product) => ({
        key: `product ${product.id}`,
        label: product.name,
        note: [product.brand, product.gtin, product.status === 'active' ? '' : product.status]
          .filter(Boolean)
          .join(' · '),
        target: { to: '/products/$productId', params: { productId: product.id } },
      })),
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
        .slice(0, MOST_OTHERS)
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
