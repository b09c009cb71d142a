import { Table } from '@mantine/core';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { describePart, nameFact } from '../../parts/differences/name-change.ts';
import { ValueText } from '../../parts/text/value-text.tsx';
import { describeNutriment } from '../../parts/text/describe-nutriment.ts';
import { WRITTEN_PARTS } from './product-facts.ts';

/** The known facts of a product, read-only. */
export function FactsText({ product }: { product: AdminProduct }) {
  const known = WRITTEN_PARTS.filter(({ name }) => !isUnknown(product[name]));
  const fields = [...new Set(known.map(({ fact }) => fact.field))];
  return (
    <Table variant="vertical" layout="fixed" aria-label="Facts" maw={860}>
      <Table.Tbody>
        {fields.map((field) => (
          <Table.Tr key={field}>
            <Table.Th w={{ base: 120, xs: 200 }} style={{ verticalAlign: 'top' }}>
              {nameFact(field)}
            </Table.Th>
            <Table.Td>
              <FactText product={product} names={known.filter(({ fact }) => fact.field === field)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function FactText({ product, names }: { product: AdminProduct; names: typeof WRITTEN_PARTS }) {
  const [first] = names;
  if (first?.name === 'category') return <ValueText value={product.category_path} />;
  if (first?.name === 'nutriments') {
    const amounts = Object.entries(product.nutriments ?? {});
    return amounts.map(([key, amount]) => (
      <div key={key}>
        {describeNutriment(key)}: {amount}
      </div>
    ));
  }
  if (first && names.length === 1 && first.fact.parts.length === 1)
    return <ValueText value={product[first.name]} />;
  return (
    <ValueText
      value={names
        .map(({ name }) => describePart(name, product[name]))
        .filter(Boolean)
        .join(' ')}
    />
  );
}

function isUnknown(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
