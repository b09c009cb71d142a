import { Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AdminTier, TierChange } from '../../src/accounts/administration/admin-account-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { countOf } from '../parts/text/number-format.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

export function ChangeTier({ tier }: { tier: AdminTier }) {
  const [perMinute, setPerMinute] = useState(tier.per_minute);
  const [cumulative, setCumulative] = useState(tier.cumulative);
  const [backflowPerDay, setBackflowPerDay] = useState(tier.backflow_per_day);
  const [backflowPending, setBackflowPending] = useState(tier.backflow_pending);
  const figures: TierChange = {
    per_minute: perMinute,
    cumulative,
    backflow_per_day: backflowPerDay,
    backflow_pending: backflowPending,
  };
  const names = Object.keys(figures) as (keyof TierChange)[];
  const change = useWrite({
    write: (api) => api.put('/tiers/{code}', { path: { code: tier.code }, body: figures }),
    done: () => `The tier ${tier.code} is changed`,
    refresh: [['tiers'], ['accounts']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack>
        <LimitField label="Calls a minute" least={1} value={perMinute} onChange={setPerMinute} />
        <LimitField
          label="Calls over the lifetime of an account"
          least={0}
          value={cumulative}
          onChange={setCumulative}
        />
        {tier.code !== 'anonymous' && (
          <>
            <LimitField
              label="Back-flow items of an account in a day"
              least={0}
              value={backflowPerDay}
              onChange={setBackflowPerDay}
            />
            <LimitField
              label="Back-flow items of an account that may wait"
              least={0}
              value={backflowPending}
              onChange={setBackflowPending}
            />
          </>
        )}
        <Text size="sm" c="dimmed">
          {tier.code === 'anonymous'
            ? 'This is in force for everybody without a key, by address.'
            : `This is in force for ${countOf(tier.accounts, 'account')}.`}
        </Text>
        {change.isError && <ProblemNotice problem={change.error} />}
        <Button
          type="submit"
          loading={change.isPending}
          disabled={names.every((name) => figures[name] === tier[name])}
        >
          Change tier
        </Button>
      </Stack>
    </form>
  );
}

function LimitField({
  label,
  least,
  value,
  onChange,
}: {
  label: string;
  least: number;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <Group align="flex-end">
      <NumberInput
        label={label}
        flex={1}
        min={least}
        allowDecimal={false}
        thousandSeparator=","
        disabled={value === null}
        value={value ?? ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : least)}
      />
      <Checkbox
        label="No limit"
        pb={6}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : Math.max(least, 1_000))}
      />
    </Group>
  );
}
