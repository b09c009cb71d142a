import { Button, Drawer, Kbd, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { SubmissionDetail } from '../../src/review/decisions/review-contract.ts';
import { useCategories } from '../categories/use-categories.ts';
import { useMayActAs } from '../api/api-context.ts';
import { FactsForm } from '../products/facts/facts-form.tsx';
import { buildFactChanges, FACT_NAMES, NO_FACTS, type Facts } from '../products/facts/product-facts.ts';
import { DialogButtons } from '../parts/dialogs/dialog-buttons.tsx';
import { listHeldNames, type SubmissionDraft, type Overrides } from './submission-draft.ts';

/** Edits the contributor's facts before approval; changed facts count as the operator's statement. */
export function EditSubmission({
  submission,
  draft,
  onSave,
  onClose,
}: {
  submission: SubmissionDetail;
  draft: SubmissionDraft;
  onSave: (overrides: Overrides) => void;
  onClose: () => void;
}) {
  const mayChange = useMayActAs('editor');
  const held = mayChange ? [] : listHeldNames(submission, draft);
  const submitted = readSubmitted(submission);
  const [facts, setFacts] = useState<Facts>({ ...submitted, ...(draft.overrides as Partial<Facts>) });
  const { kindOf } = useCategories();
  const form = useRef<HTMLFormElement>(null);
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  });
  const save = () => onSave(buildFactChanges(submitted, facts));
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title="Put right before approving">
      <form
        ref={(element) => {
          form.current = element;
          markFirstField(element);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          <Text size="sm">
            What you change here is written as your word, verified. Nothing is written before you approve.
            {held.length > 0 && ' What the product has already takes an editor to change.'}
          </Text>
          <FactsForm
            facts={facts}
            locked={held}
            isNameRequired={submission.target === null}
            kind={kindOf(facts.category) ?? submission.kind ?? undefined}
            onChange={(change) => setFacts((before) => ({ ...before, ...change }))}
          />
          <DialogButtons onLeave={onClose}>
            <Button type="submit">
              Use these facts{' '}
              <Kbd size="xs" ml={6} aria-hidden>
                Ctrl Enter
              </Kbd>
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Drawer>
  );
}

/** Gives the first editable field the focus, instead of the drawer's button. */
function markFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input:enabled, textarea:enabled')?.setAttribute('data-autofocus', '');
}

/** Returns the submitted content as facts, without values that violate the contract. */
function readSubmitted({ content, unusable }: SubmissionDetail): Facts {
  const given = FACT_NAMES.filter(
    (name) =>
      content[name] !== undefined && content[name] !== null && !unusable.some((field) => field.name === name),
  );
  return { ...NO_FACTS, ...Object.fromEntries(given.map((name) => [name, content[name]])) };
}
