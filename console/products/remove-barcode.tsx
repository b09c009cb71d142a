import { Button, Select, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { DialogButtons } from '../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Removes a code. For the primary one, the operator first sees its successor and can choose another. */
export function RemoveBarcode({
  product,
  barcode,
}: {
  product: AdminProduct;
  barcode: AdminProduct['barcodes'][number];
}) {
  const others = product.barcodes.filter(({ gtin }) => gtin !== barcode.gtin);
  const [successor, setSuccessor] = useState(barcode.is_primary ? product.next_primary_gtin : null);
  const remove = useWrite({
    write: (api) =>
      api.delete('/products/{id}/barcodes/{gtin}', {
        path: { id: product.id, gtin: barcode.gtin },
        query: successor === null ? {} : { successor },
      }),
    done: () =>
      successor === null
        ? `${barcode.gtin} is removed`
        : `${barcode.gtin} is removed, ${successor} is the primary barcode`,
    refresh: [['products']],
    onDone: () => modals.closeAll(),
  });
  return (
    <Stack gap="sm">
      <Text size="sm">A scan of this code no longer finds the product.</Text>
      {barcode.is_primary && others.length > 0 && (
        <Select
          label="The primary barcode from then on"
          allowDeselect={false}
          placeholder="None of its own accord: choose one, or leave it so"
          data={others.map(({ gtin, pack_level: level }) => ({ value: gtin, label: `${gtin} (${level})` }))}
          value={successor}
          onChange={setSuccessor}
        />
      )}
      {barcode.is_primary && others.length === 0 && (
        <Text size="sm">It is the last one: the product has no barcode then.</Text>
      )}
      {remove.error && <ProblemNotice problem={remove.error} />}
      <DialogButtons>
        <Button data-autofocus color="red.9" loading={remove.isPending} onClick={() => remove.mutate()}>
          Remove barcode
        </Button>
      </DialogButtons>
    </Stack>
  );
}
