import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SubmissionDetail } from '../../src/contributions/review/review-contract.ts';
import { useCategories } from '../categories/use-categories.ts';
import { FactsForm } from '../products/facts/facts-form.tsx';
import { buildFactChanges, FACT_NAMES, NO_FACTS, type Facts } from '../products/facts/product-facts.ts';
import type { Overrides } from './entry-draft.ts';

/** What the contributor says, to be put right before it is approved: what differs then counts as the operator's word. */
export function EditEntry({
  entry,
  overrides,
  onSave,
  onClose,
}: {
  entry: SubmissionDetail;
  overrides: Overrides;
  onSave: (overrides: Overrides) => void;
  onClose: () => void;
}) {
  const offered = readOffered(entry.content);
  const [facts, setFacts] = useState<Facts>({ ...offered, ...(overrides as Partial<Facts>) });
  const { kindOf } = useCategories();
  const save = () => onSave(buildFactChanges(offered, facts));
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title="Put right before approving">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          <Text size="sm">
            What you change here is written as your word, verified. Nothing is written before you approve.
          </Text>
          <FactsForm
            facts={facts}
            isNameRequired={entry.target === null}
            kind={kindOf(facts.category) ?? entry.kind ?? undefined}
            onChange={(change) => setFacts((before) => ({ ...before, ...change }))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Use these facts</Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}

/** The offered content as facts; it was checked by its endpoint, and holds what its contract says. */
function readOffered(content: Record<string, unknown>): Facts {
  const given = FACT_NAMES.filter((name) => content[name] !== undefined && content[name] !== null);
  return { ...NO_FACTS, ...Object.fromEntries(given.map((name) => [name, content[name]])) };
}
