import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminBrand } from '../../src/catalog/brands/brand-contract.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { BrandChoice } from './brand-choice.tsx';
import { describeImpact } from './describe-impact.ts';

/** Moves all products of this brand to another one, after a confirmation that says what changes. */
export function MergeBrand({ brand }: { brand: AdminBrand }) {
  const navigate = useNavigate();
  const [into, setInto] = useState<AdminBrand | undefined>();
  const merge = useAskedWrite({
    count: (api, _other: AdminBrand) => api.get('/brands/{id}/impact', { path: { id: brand.id } }),
    ask: (other, impact) => ({
      title: `Merge ${brand.name} into ${other.name}?`,
      consequences: [
        describeImpact(impact),
        `They become products of ${other.name}.`,
        `${[brand.name, ...brand.aliases].join(', ')} become aliases of ${other.name}.`,
        `The brand ${brand.name} is gone. This cannot be taken back.`,
      ],
      action: 'Merge brands',
      isDangerous: true,
    }),
    write: (api, other) =>
      api.post('/brands/{id}/merge', { path: { id: brand.id }, body: { into_id: other.id } }),
    done: (other) => `${brand.name} is part of ${other.name} now`,
    refresh: [['brands'], ['products']],
    onDone: (other) => void navigate({ to: '/brands/$brandId', params: { brandId: other.id } }),
  });
  return (
    <Panel title="Merge into another brand">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          For two brands that are one. All products of {brand.name} go to the other one, and its names with
          them.
        </Text>
        <BrandChoice label="The brand that stays" exceptId={brand.id} value={into} onChange={setInto} />
        {merge.error && <ProblemNotice problem={merge.error} />}
        <Button
          variant="default"
          disabled={!into}
          loading={merge.isPending}
          onClick={() => into && merge.mutate(into)}
        >
          Merge…
        </Button>
      </Stack>
    </Panel>
  );
}
