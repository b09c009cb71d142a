import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMayActAs } from '../../../api/api-context.ts';
import { useListRead } from '../../../api/use-read.ts';

const PAUSE_MS = 200;

/** The name of a brand. Suggests brands to operators who may see them; a new brand is created with the product. */
export function BrandField({
  value,
  onChange,
  error,
}: {
  value: string | null;
  onChange: (brand: string | null) => void;
  error?: string | undefined;
}) {
  const [q] = useDebouncedValue(value ?? '', PAUSE_MS);
  const maySeeBrands = useMayActAs('editor');
  const brands = useListRead(
    '/brands',
    { query: { q, sort: 'products', size: 8 } },
    { enabled: maySeeBrands && q.length > 1 },
  );
  return (
    <Autocomplete
      label="Brand"
      maxLength={120}
      error={error}
      data={[...new Set((brands.data?.items ?? []).map(({ name }) => name))]}
      filter={({ options }) => options}
      value={value ?? ''}
      onChange={(brand) => onChange(brand || null)}
    />
  );
}
