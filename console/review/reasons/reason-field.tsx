import { Stack, Textarea } from '@mantine/core';
import { ReasonList } from './reason-list.tsx';
import { useReasons } from './use-reasons.ts';

/** The reason of a bulk rejection: a ready-made one, by its digit too, or free text. */
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
    <Stack gap={4}>
      <ReasonList reasons={reasons} chosen={value} disabled={disabled} onChoose={onChange} />
      <Textarea
        label="Reason"
        description="Every contributor can read it"
        required
        maxLength={500}
        data-autofocus={reasons.length === 0 || undefined}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Stack>
  );
}
