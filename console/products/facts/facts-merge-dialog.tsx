import { Button, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { ValueText } from '../../parts/text/value-text.tsx';
import { mergeFacts } from './merge-facts.ts';
import { FACT_LABELS, pickFacts, type Facts } from './product-facts.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import type { WrittenName } from '../../../src/facts/registry/fact-list.ts';

type Side = 'mine' | 'theirs';

/**
 * Another operator has saved the product meanwhile: the operator resolves conflicting fields, and the rest is merged.
 */
export function FactsMergeDialog({
  base,
  mine,
  theirs,
  onMerged,
  onClose,
}: {
  base: Facts;
  mine: Facts;
  theirs: AdminProduct;
  onMerged: (facts: Facts) => void;
  onClose: () => void;
}) {
  const theirFacts = pickFacts(theirs);
  const merge = mergeFacts(base, mine, theirFacts);
  const [choices, setChoices] = useState<Partial<Record<WrittenName, Side>>>({});
  const isDecided = merge.both.every((name) => choices[name] !== undefined);
  const taken = merge.both.filter((name) => choices[name] === 'theirs');
  const merged = {
    ...merge.merged,
    ...Object.fromEntries(taken.map((name) => [name, theirFacts[name]])),
  };
  return (
    <Modal opened onClose={onClose} size="xl" title="Another operator saved this product meanwhile">
      <Stack>
        <Text size="sm">
          It is at version {theirs.version} now.{' '}
          {merge.both.length === 0
            ? 'You changed different facts: both changes can stand.'
            : 'For what both of you changed, choose one; the rest goes together by itself.'}
        </Text>
        <Table layout="fixed" aria-label="Three versions">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="16%">Fact</Table.Th>
              <Table.Th>When you began</Table.Th>
              <Table.Th>Yours</Table.Th>
              <Table.Th>Theirs</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...merge.both, ...merge.mine, ...merge.theirs].map((name) => (
              <Table.Tr key={name} style={{ verticalAlign: 'top' }}>
                <Table.Td>{FACT_LABELS[name]}</Table.Td>
                <Table.Td>
                  <ValueText value={base[name]} />
                </Table.Td>
                {(['mine', 'theirs'] as const).map((side) => (
                  <Table.Td key={side}>
                    <ChosenValue
                      name={name}
                      side={side}
                      value={side === 'mine' ? mine[name] : theirFacts[name]}
                      chosen={merge.both.includes(name) ? choices[name] : sideOf(merge.mine, name)}
                      onChoose={
                        merge.both.includes(name) ? () => setChoices({ ...choices, [name]: side }) : undefined
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <DialogButtons leave="Back to my form" onLeave={onClose}>
          <Button disabled={!isDecided} onClick={() => onMerged(merged)} data-autofocus>
            Save together
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

function sideOf(mine: WrittenName[], name: WrittenName): Side {
  return mine.includes(name) ? 'mine' : 'theirs';
}

function ChosenValue({
  name,
  side,
  value,
  chosen,
  onChoose,
}: {
  name: WrittenName;
  side: Side;
  value: unknown;
  chosen: Side | undefined;
  onChoose: (() => void) | undefined;
}) {
  const text = <ValueText value={value} {...(chosen === side ? { tone: 'after' as const } : {})} />;
  if (!onChoose) return text;
  return (
    <Radio
      size="xs"
      name={`choice-${name}`}
      checked={chosen === side}
      onChange={onChoose}
      aria-label={`${FACT_LABELS[name]}: ${side === 'mine' ? 'yours' : 'theirs'}`}
      label={text}
    />
  );
}
