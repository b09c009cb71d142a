import { Select } from '@mantine/core';
import { useRead } from '../api/use-read.ts';

const INHERITED = 'inherited';

/** Chooses an archive kind, or, except for roots, inherits the parent's. */
export function KindChoice({
  mayInherit,
  value,
  onChange,
  error,
}: {
  mayInherit: boolean;
  value?: string | null;
  onChange?: (kind: string | null) => void;
  error?: string;
}) {
  const kinds = useRead('/kinds');
  return (
    <Select
      label="Archive kind"
      error={error}
      allowDeselect={false}
      required={!mayInherit}
      data={[
        ...(mayInherit ? [{ value: INHERITED, label: '(from the category above)' }] : []),
        ...(kinds.data?.items ?? []).map(({ code, name }) => ({ value: code, label: name })),
      ]}
      value={value ?? (mayInherit ? INHERITED : null)}
      onChange={(kind) => onChange?.(kind === INHERITED ? null : kind)}
    />
  );
}
