import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { isProblem, listFieldErrors } from '../../api/api-problem.ts';
import { useWrite } from '../../api/use-write.ts';
import { useCategories } from '../../categories/use-categories.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useKeptDraft } from '../../parts/use-kept-draft.ts';
import { FactSuggestions } from '../../suggestions/fact-suggestions.tsx';
import { FactsForm } from './facts-form.tsx';
import { FactsMergeDialog } from './facts-merge-dialog.tsx';
import { buildFactChanges, FACT_LABELS, pickFacts, type Facts } from './product-facts.ts';
import type { WrittenName } from '../../../src/facts/registry/fact-list.ts';

interface Draft {
  /** The facts that the operator started from. */
  base: Facts;
  version: number;
  facts: Facts;
}

/** The facts of a product as a form. If another operator saved first, both changes are merged. */
export function EditProduct({ product }: { product: AdminProduct }) {
  const { kindOf } = useCategories();
  const [draft, setDraft] = useKeptDraft<Draft>(
    `product ${product.id}`,
    () => startDraft(product),
    ({ base, facts }) => Object.keys(buildFactChanges(base, facts)).length > 0,
  );
  const [theirs, setTheirs] = useState<AdminProduct>();
  const changes = buildFactChanges(draft.base, draft.facts);
  const changed = Object.keys(changes) as WrittenName[];
  // Nothing was typed yet, so the newer version is shown.
  if (changed.length === 0 && draft.version !== product.version) setDraft(startDraft(product));
  useBlocker({
    shouldBlockFn: () => changed.length > 0 && !globalThis.confirm('Leave without saving the changes?'),
    enableBeforeUnload: () => changed.length > 0,
  });
  const save = useWrite<Draft, AdminProduct>({
    write: (api, { base, facts, version }) =>
      api.patch('/products/{id}', {
        path: { id: product.id },
        body: { version, ...buildFactChanges(base, facts) },
      }),
    done: (saved) => `${saved.name} is saved`,
    refresh: [['products']],
    onDone: (saved) => setDraft(startDraft(saved)),
  });
  const send = (wanted: Draft) =>
    save.mutate(wanted, {
      onError: (problem) => {
        if (isProblem(problem, 'version_conflict')) setTheirs(problem.details['product'] as AdminProduct);
      },
    });
  const isConflict = isProblem(save.error, 'version_conflict');
  const change = (facts: Partial<Facts>) =>
    setDraft((before) => ({ ...before, facts: { ...before.facts, ...facts } }));
  useHotkeys([['mod+S', () => changed.length > 0 && send(draft)]], []);
  return (
    <div style={{ maxWidth: 860 }}>
      <FactSuggestions facts={draft.facts} productId={product.id} onChange={change} />
      <FactsForm
        facts={draft.facts}
        kind={kindOf(draft.facts.category) ?? product.archive_kind}
        errors={listFieldErrors(save.error)}
        onChange={change}
      />
      {save.error && !isConflict && <ProblemNotice problem={save.error} />}
      {changed.length > 0 && (
        <SaveBar
          changed={changed}
          isSaving={save.isPending}
          onSave={() => send(draft)}
          onDiscard={() => setDraft(startDraft(product))}
        />
      )}
      {theirs && (
        <FactsMergeDialog
          base={draft.base}
          mine={draft.facts}
          theirs={theirs}
          onClose={() => setTheirs(undefined)}
          onMerged={(facts) => {
            const merged = { base: pickFacts(theirs), version: theirs.version, facts };
            setTheirs(undefined);
            setDraft(merged);
            if (Object.keys(buildFactChanges(merged.base, facts)).length > 0) send(merged);
          }}
        />
      )}
    </div>
  );
}

function startDraft(product: AdminProduct): Draft {
  const facts = pickFacts(product);
  return { base: facts, version: product.version, facts };
}

function SaveBar({
  changed,
  isSaving,
  onSave,
  onDiscard,
}: {
  changed: WrittenName[];
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}) {
  return (
    <Paper
      withBorder
      shadow="md"
      p="sm"
      mt="md"
      pos="sticky"
      bottom={16}
      style={{ zIndex: 50 }}
      role="region"
      aria-label="Unsaved changes"
    >
      <Group gap="md">
        <Text size="sm">
          Changed: <b>{changed.map((name) => FACT_LABELS[name]).join(', ')}</b>
        </Text>
        <Button onClick={onSave} loading={isSaving}>
          Save{' '}
          <Kbd size="xs" ml={6}>
            Ctrl S
          </Kbd>
        </Button>
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Paper>
  );
}
