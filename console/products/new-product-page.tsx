import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { isProblem, listFieldErrors } from '../api/api-problem.ts';
import { useWrite } from '../api/use-write.ts';
import { useCategories } from '../categories/use-categories.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { FactSuggestions } from '../suggestions/fact-suggestions.tsx';
import { FactsForm } from './facts/facts-form.tsx';
import { buildFactChanges, NO_FACTS, type Facts } from './facts/product-facts.ts';

/** Creates a product; every fact entered here counts as verified by the operator. */
export function NewProductPage() {
  const navigate = useNavigate();
  const given = useSearch({ from: '/products/new' });
  const { kindOf } = useCategories();
  const [facts, setFacts] = useState({ ...NO_FACTS, name: given.name ?? NO_FACTS.name });
  const [gtin, setGtin] = useState(given.gtin ?? '');
  const [status, setStatus] = useState<'draft' | 'active'>('draft');
  const create = useWrite<void, AdminProduct>({
    write: (api) =>
      api.post('/products', {
        body: {
          ...buildFactChanges(NO_FACTS, facts),
          name: facts.name,
          status,
          ...(gtin.trim() === '' ? {} : { gtin: gtin.trim() }),
        },
      }),
    done: (product) => `${product.name} is there now`,
    refresh: [['products']],
    onDone: ({ id }) => void navigate({ to: '/products/$productId', params: { productId: id } }),
  });
  const change = (changed: Partial<Facts>) => setFacts((before) => ({ ...before, ...changed }));
  return (
    <form
      style={{ maxWidth: 860 }}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <PageHeader title="New product" note="Every fact you give counts as verified by you" />
      <Stack gap="sm">
        <TextInput
          label="Barcode"
          description="GTIN-8, -12, -13 or -14 in any spelling; others can be added later"
          value={gtin}
          onChange={(event) => setGtin(event.currentTarget.value)}
        />
        <FactSuggestions facts={facts} productId={undefined} onChange={change} />
        <FactsForm
          facts={facts}
          kind={kindOf(facts.category)}
          errors={listFieldErrors(create.error)}
          onChange={change}
        />
        <Radio.Group label="State" size="xs" value={status} onChange={setStatus}>
          <Group mt={4}>
            <Radio size="xs" value="draft" label="Draft: seen by operators alone" />
            <Radio size="xs" value="active" label="Public at once (needs a category)" />
          </Group>
        </Radio.Group>
        {create.error && <ProblemNotice problem={create.error} />}
        {isProblem(create.error, 'barcode_conflict') && (
          <TextLink
            to="/products/$productId"
            params={{ productId: String(create.error.details['product_id']) }}
          >
            To {String(create.error.details['product_name'])}, which has this barcode
          </TextLink>
        )}
        <Group>
          <Button type="submit" loading={create.isPending}>
            Make product
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
