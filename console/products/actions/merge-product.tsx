import { Alert, Button, List, Skeleton, Stack, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MergePreview } from '../../../src/catalog/merge/merge-contract.ts';
import type {
  AdminProduct,
  ProductListItem,
} from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { TABLE_NAMES } from '../../../src/facts/registry/fact-list.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { describeFact, nameFact } from '../../parts/differences/name-change.ts';
import { listPictures } from '../../parts/pictures/picture-values.tsx';
import { countOf, formatScore } from '../../parts/text/number-format.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { diffWords, ValueText } from '../../parts/text/value-text.tsx';
import { ProductChoice } from '../product-choice.tsx';

/** Merges two records of one product: choose the other, see the effect, confirm. */
export function MergeProduct({ product }: { product: AdminProduct }) {
  const navigate = useNavigate();
  const [into, setInto] = useState<ProductListItem>();
  const preview = useRead(
    '/products/{id}/merge-preview',
    { path: { id: product.id }, query: { into: into?.id ?? '' } },
    { enabled: into !== undefined },
  );
  const merge = useWrite<MergePreview, AdminProduct>({
    write: (api, { from, into: other }) =>
      api.post('/products/{id}/merge', {
        path: { id: product.id },
        body: { into: other.id, version: from.version, into_version: other.version },
      }),
    done: (_merged, { from, into: other }) => `${from.name} is part of ${other.name} now`,
    refresh: [['products']],
    onDone: (_merged, { into: other }) => {
      modals.closeAll();
      void navigate({ to: '/products/$productId', params: { productId: other.id } });
    },
  });
  const problem = merge.error ?? preview.error;
  return (
    <Stack>
      <ProductChoice label="The product that stays" exceptId={product.id} onChoose={setInto} />
      {into && preview.isPending && <Skeleton height={200} />}
      {into && preview.data && <Preview preview={preview.data} />}
      {problem && <ProblemNotice problem={problem} onRetry={() => void preview.refetch()} />}
      <DialogButtons>
        <Button
          color="red.9"
          disabled={!into || !preview.data}
          loading={merge.isPending}
          onClick={() => preview.data && merge.mutate(preview.data)}
        >
          Merge products
        </Button>
      </DialogButtons>
    </Stack>
  );
}

function Preview({ preview }: { preview: MergePreview }) {
  const { from, into, fields } = preview;
  const unlike = listUnlike(preview);
  return (
    <>
      {unlike.length > 0 && (
        <Alert color="red.9" variant="filled" role="alert" title="These look like two different products">
          <List size="sm">
            {unlike.map(({ label, kept, lost }) => (
              <List.Item key={label}>
                {label}: <b>{kept}</b> stays, <b>{lost}</b> does not.
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Alert color="blue" title="What will happen">
        <List size="sm">
          <List.Item>
            <b>{from.name}</b> is archived and points to <b>{into.name}</b>. It can be taken back in its
            history, while {into.name} is not changed further.
          </List.Item>
          <List.Item>
            {countOf(preview.barcodes.length, 'barcode')} ({preview.barcodes.join(', ') || 'none'}),{' '}
            {countOf(preview.msrp_count, 'price')} and {countOf(preview.source_record_count, 'source record')}{' '}
            move.
          </List.Item>
          <List.Item>The primary barcode is {preview.primary_gtin ?? 'none'}.</List.Item>
          <List.Item>
            The quality of {into.name} goes from {formatScore(preview.quality_score_before)} to{' '}
            {formatScore(preview.quality_score_after)}.
          </List.Item>
        </List>
      </Alert>
      <Table layout="fixed" aria-label="What becomes of each fact">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="18%">Fact</Table.Th>
            <Table.Th>{into.name}</Table.Th>
            <Table.Th>{from.name}</Table.Th>
            <Table.Th w="14%">Outcome</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((fact) => (
            <Table.Tr key={fact.field} style={{ verticalAlign: 'top' }}>
              <Table.Td>{nameFact(fact.field)}</Table.Td>
              <Table.Td>
                <ValueText value={showFact(fact, fact.current)} />
              </Table.Td>
              <Table.Td>
                <ValueText
                  value={showFact(fact, fact.offered)}
                  other={showFact(fact, fact.current)}
                  {...(fact.outcome === 'taken'
                    ? { tone: 'after' }
                    : fact.outcome === 'kept'
                      ? { tone: 'before' }
                      : {})}
                />
              </Table.Td>
              <Table.Td>
                <Text size="sm">{OUTCOMES[fact.outcome]}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

type Comparison = MergePreview['fields'][number];

const OUTCOMES: Record<Comparison['outcome'], string> = {
  taken: 'is taken over',
  confirmed: 'the same',
  kept: 'stays as it is',
  conflict: 'stays as it is',
  not_applicable: 'not for this kind',
};

/** Facts that tell one product from another. */
const TELLING = ['name', 'brand', 'net_content', 'category', 'allergens'];

/** Returns the telling facts that both products state, each otherwise; names count if they share less than half. */
function listUnlike({ fields }: MergePreview): { label: string; kept: string; lost: string }[] {
  return fields
    .filter(({ field, outcome }) => TELLING.includes(field) && (outcome === 'kept' || outcome === 'conflict'))
    .map(({ field, current, offered }) => ({
      label: nameFact(field),
      kept: describeFact(current),
      lost: describeFact(offered),
    }))
    .filter(
      ({ label, kept, lost }) =>
        kept !== '' &&
        lost !== '' &&
        kept !== lost &&
        (label !== nameFact('name') || !isHalfShared(kept, lost)),
    );
}

function isHalfShared(one: string, other: string): boolean {
  const runs = diffWords(one.toLowerCase(), other.toLowerCase());
  const lengthOf = (texts: typeof runs) => texts.reduce((sum, { text }) => sum + text.trim().length, 0);
  return lengthOf(runs.filter(({ isCommon }) => isCommon)) * 2 >= lengthOf(runs);
}

/** Returns tables and pictures as they are, other facts as text. */
function showFact({ field }: Comparison, values: Record<string, unknown>): unknown {
  const only = values[field];
  return TABLE_NAMES.has(field) || listPictures(only) ? only : describeFact(values);
}
