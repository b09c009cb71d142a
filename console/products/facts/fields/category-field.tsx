import { Select } from '@mantine/core';
import { useCategories } from '../../../categories/use-categories.ts';

/** Chooses a category by any part of its path; the value is its code. */
export function CategoryField({
  label = 'Category',
  value,
  onChange,
  error,
  ...props
}: {
  label?: string;
  value: string | null;
  onChange: (code: string | null) => void;
  error?: string | undefined;
  placeholder?: string;
  w?: number;
  'aria-label'?: string;
}) {
  const { categories } = useCategories();
  const isKnown = value === null || categories.some(({ code }) => code === value);
  return (
    <Select
      {...props}
      {...(label ? { label } : {})}
      searchable
      clearable
      limit={100}
      error={error ?? (isKnown || categories.length === 0 ? undefined : 'There is no such category')}
      data={[
        ...categories.map(({ code, path }) => ({ value: code, label: path })),
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
