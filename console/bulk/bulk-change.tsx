import { Button, Group, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { confirmChange } from '../parts/dialogs/confirm-dialog.tsx';
import { countOf } from '../parts/text/number-format.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { CategoryField } from '../products/facts/fields/category-field.tsx';
import { BulkOutcome } from './bulk-outcome.tsx';
import { useBulkRun, type BulkTarget, type WantedChange } from './use-bulk-run.ts';

type Action = WantedChange['action'];
const ACTIONS: { value: Action; label: string; verb: string }[] = [
  { value: 'set_category', label: 'Put them into a category', verb: 'Move' },
  { value: 'set_brand', label: 'Give them a brand', verb: 'Set the brand of' },
  { value: 'set_country', label: 'Give them a country of origin', verb: 'Set the country of' },
  { value: 'archive', label: 'Archive them', verb: 'Archive' },
  { value: 'restore', label: 'Restore them as drafts', verb: 'Restore' },
  { value: 'recompute', label: 'Recompute their quality', verb: 'Compute' },
];

/** One change of the chosen products: dry run, preview, then the change, with a result for each product. */
export function BulkChange({
  target,
  total,
  onDone,
}: {
  target: BulkTarget;
  /** Number of products in the dry run. */
  total: number;
  onDone?: () => void;
}) {
  const [action, setAction] = useState<Action | null>(null);
  const [text, setText] = useState<string | null>(null);
  const bulk = useBulkRun(target, onDone);
  const change = buildChange(action, text);
  const chosen = ACTIONS.find(({ value }) => value === action);
  const tried = bulk.outcome?.dry_run ? bulk.outcome : undefined;
  const choose = (next: Partial<{ action: Action; text: string | null }>) => {
    bulk.reset();
    if (next.action) {
      setAction(next.action);
      setText(null);
    }
    if (next.text !== undefined) setText(next.text);
  };
  const doIt = async () => {
    if (!change || !tried) return;
    const isWanted = await confirmChange({
      title: `${chosen?.verb} ${countOf(tried.changed, 'product')}?`,
      consequences: [
        text ? `${chosen?.label}: ${text}` : `${chosen?.label}`,
        `${countOf(tried.changed, 'product')} change, ${tried.unchanged} stay as they are, ${tried.failed} are refused.`,
        'Every change is in the audit log; there is no undo for all at once.',
      ],
      action: `${chosen?.verb} ${countOf(tried.changed, 'product')}`,
      isDangerous: action === 'archive',
    });
    if (isWanted) bulk.run(change, false);
  };
  return (
    <>
      <Panel title="Which change">
        <Group align="flex-end" gap="sm">
          <Select
            label="Change"
            placeholder="Choose one"
            w={260}
            allowDeselect={false}
            data={ACTIONS}
            value={action}
            onChange={(next) => choose({ action: next as Action })}
          />
          {action === 'set_category' && (
            <CategoryField
              label="Category"
              w={320}
              value={text}
              onChange={(code) => choose({ text: code })}
            />
          )}
          {(action === 'set_brand' || action === 'set_country' || action === 'archive') && (
            <TextInput
              label={{ set_brand: 'Brand', set_country: 'Country', archive: 'Reason' }[action]}
              w={320}
              value={text ?? ''}
              onChange={(event) => choose({ text: event.currentTarget.value || null })}
            />
          )}
          <Button
            variant="default"
            disabled={!change || total === 0}
            loading={bulk.isRunning}
            onClick={() => change && bulk.run(change, true)}
          >
            Try it on {countOf(total, 'product')}
          </Button>
        </Group>
      </Panel>
      {(bulk.isRunning || bulk.outcome || bulk.error) && (
        <Panel
          title={bulk.outcome && !bulk.outcome.dry_run ? 'What was done' : 'What would happen'}
          actions={
            tried && (
              <Button disabled={tried.changed === 0} loading={bulk.isRunning} onClick={() => void doIt()}>
                Do it…
              </Button>
            )
          }
        >
          <Stack gap="sm">
            {bulk.isRunning && (
              <div>
                <Text size="sm">
                  {bulk.judged} of {countOf(total, 'product')}
                </Text>
                <Progress
                  value={(bulk.judged / Math.max(1, total)) * 100}
                  aria-label="Products gone through"
                />
              </div>
            )}
            {bulk.error && <ProblemNotice problem={bulk.error} />}
            {bulk.outcome && <BulkOutcome outcome={bulk.outcome} />}
          </Stack>
        </Panel>
      )}
    </>
  );
}

/** Returns undefined while an input is missing. */
function buildChange(action: Action | null, text: string | null): WantedChange | undefined {
  if (action === null) return undefined;
  if (action === 'restore' || action === 'recompute') return { action };
  const given = text?.trim();
  if (!given) return undefined;
  return {
    set_category: { action: 'set_category' as const, category: given },
    set_brand: { action: 'set_brand' as const, brand: given },
    set_country: { action: 'set_country' as const, country_of_origin: given },
    archive: { action: 'archive' as const, reason: given },
  }[action];
}
