import { Select } from '@mantine/core';

/** A filter of a list with few values, or any. */
export function Choice<T extends string>({
  label,
  any,
  data,
  value,
  onChange,
  w = 140,
}: {
  label: string;
  /** What is shown without a filter. */
  any: string;
  data: readonly T[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
  w?: number;
}) {
  return (
    <Select
      aria-label={label}
      placeholder={any}
      w={w}
      clearable
      data={data.map((item) => ({ value: item as string, label: item.replaceAll('_', ' ') }))}
      value={value ?? null}
      onChange={(next) => onChange(data.find((item) => item === next))}
    />
  );
}
