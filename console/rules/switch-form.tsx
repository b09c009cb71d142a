import { Button, List, NumberInput, Stack, Switch } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { ReviewRule } from '../../src/review/rules/rule-contract.ts';
import { STOP_AFTER } from '../../src/review/rules/rule-parts-contract.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { JudgedRuleNote } from './judged-rule.tsx';

/** Lets an admin allow a rule to decide automatically. */
export function SwitchForm({ rule }: { rule: ReviewRule }) {
  const [isAutomatic, setAutomatic] = useState(rule.is_automatic);
  const [hourlyCap, setHourlyCap] = useState<number | string>(rule.hourly_cap);
  const judged = useRead('/review-rules/{id}/record', { path: { id: rule.id } });
  const save = useWrite({
    write: (api) =>
      api.post('/review-rules/{id}/switch', {
        path: { id: rule.id },
        body: { is_automatic: isAutomatic, hourly_cap: Number(hourlyCap), version: rule.version },
      }),
    done: () => (isAutomatic ? `“${rule.name}” decides what comes in` : `“${rule.name}” suggests alone`),
    refresh: [['review-rules']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        {judged.data && <JudgedRuleNote judged={judged.data} />}
        {judged.error && <ProblemNotice problem={judged.error} onRetry={() => void judged.refetch()} />}
        <List size="sm">
          <List.Item>
            It decides what comes in from now on, in your name, with the rights of a reviewer.
          </List.Item>
          <List.Item>
            What it cannot decide without an operator waits, as do submissions with pictures.
          </List.Item>
          <List.Item>Each decision can be taken back, and is in the audit log.</List.Item>
          <List.Item>
            It stops when {STOP_AFTER.undone} of its last {STOP_AFTER.of} decisions were taken back.
          </List.Item>
        </List>
        <Switch
          label="Decides by itself"
          checked={isAutomatic}
          onChange={({ currentTarget }) => setAutomatic(currentTarget.checked)}
        />
        <NumberInput
          label="Most decisions within an hour"
          description="Further submissions are left to operators"
          min={1}
          max={1_000}
          required
          value={hourlyCap}
          onChange={setHourlyCap}
        />
        {save.error && <ProblemNotice problem={save.error} />}
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
