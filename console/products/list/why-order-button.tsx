import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { loadPart } from '../../load-file.ts';
import type { ProductSearch } from './product-search.ts';

const WhyOrder = loadPart(async () => (await import('./why-order.tsx')).WhyOrder);

/** Opens the explanation of the public search's order. */
export function WhyOrderButton({ search }: { search: ProductSearch }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconListDetails size={14} />} onClick={() => setIsOpen(true)}>
        Why this order
      </Button>
      {isOpen && (
        <Suspense>
          <WhyOrder search={search} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
