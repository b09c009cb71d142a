import { Checkbox, Group, NumberInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminTier, TierChange } from '../../src/access/tiers/tier-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { countOf } from '../parts/text/number-format.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

export function ChangeTier({ tier }: { tier: AdminTier }) {
  const form = useForm<TierChange>({
    initialValues: {
      per_minute: tier.per_minute,
      cumulative: tier.cumulative,
      backflow_per_day: tier.backflow_per_day,
      backflow_pending: tier.backflow_pending,
    },
  });
  const change = useWrite({
    write: (api, body: TierChange) => api.put('/tiers/{code}', { path: { code: tier.code }, body }),
    done: () => `The tier ${tier.code} is changed`,
    refresh: [['tiers'], ['accounts']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={change} action="Change tier" isReady={form.isDirty()}>
      <LimitField label="Calls a minute" least={1} {...form.getInputProps('per_minute')} />
      <LimitField
        label="Calls over the lifetime of an account"
        least={0}
        {...form.getInputProps('cumulative')}
      />
      {tier.code !== 'anonymous' && (
        <>
          <LimitField
            label="Back-flow items of an account in a day"
            least={0}
            {...form.getInputProps('backflow_per_day')}
          />
          <LimitField
            label="Back-flow items of an account that may wait"
            least={0}
            {...form.getInputProps('backflow_pending')}
          />
        </>
      )}
      <Text size="sm" c="dimmed">
        {tier.code === 'anonymous'
          ? 'This is in force for everybody without a key, by address.'
          : `This is in force for ${countOf(tier.accounts, 'account')}.`}
      </Text>
    </WriteForm>
  );
}

function LimitField({
  label,
  least,
  value = null,
  onChange,
}: {
  label: string;
  least: number;
  value?: number | null;
  onChange?: (value: number | null) => void;
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
        onChange={(next) => onChange?.(typeof next === 'number' ? next : least)}
      />
      <Checkbox
        label="No limit"
        pb={6}
        checked={value === null}
        onChange={(event) => onChange?.(event.currentTarget.checked ? null : Math.max(least, 1_000))}
      />
    </Group>
  );
}
