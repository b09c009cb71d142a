import { Select, Stack, Textarea } from '@mantine/core';
import { useReasons } from './use-reasons.ts';

/** The reason of a bulk rejection: a ready-made one, or free text. */
export function ReasonField({
  value,
  disabled = false,
  onChange,
}: {
  value: string;
  disabled?: boolean;
  onChange: (reason: string) => void;
}) {
  const reasons = useReasons() ?? [];
  return (
    <Stack gap="xs">
      <Select
        label="Ready-made reason"
        placeholder="Choose one, or write below"
        data={reasons}
        value={reasons.includes(value) ? value : null}
        disabled={disabled || reasons.length === 0}
        onChange={(reason) => reason !== null && onChange(reason)}
      />
      <Textarea
        label="Reason"
        description="Every contributor can read it"
        required
        maxLength={500}
        data-autofocus
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Stack>
  );
}
