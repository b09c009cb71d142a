import { NumberInput, Select, TextInput } from '@mantine/core';
import type { TemplateFieldFacts } from '../../../../src/catalog/kinds/kind-contract.ts';

/** The input of a template's field, by its type. Undefined and empty mean unknown. */
export function AttributeField({
  field,
  value,
  onChange,
  error,
}: {
  field: TemplateFieldFacts;
  value: unknown;
  onChange: (value: unknown) => void;
  error?: string | undefined;
}) {
  const label = field.unit ? `${field.label} (${field.unit})` : field.label;
  const common = {
    label,
    error,
    // Marked as required because the quality score counts it, but an empty value can be saved.
    withAsterisk: field.required,
  };
  if (field.type === 'number') {
    return (
      <NumberInput
        {...common}
        description={describeRange(field)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typeof value === 'number' || typeof value === 'string' ? value : ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
    );
  }
  if (field.type === 'boolean') {
    return (
      <Select
        {...common}
        clearable
        placeholder="not known"
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={(next) => onChange(next === null ? undefined : next === 'true')}
      />
    );
  }
  if (field.type === 'enum') {
    const options = field.options ?? [];
    const current = typeof value === 'string' ? value : null;
    return (
      <Select
        {...common}
        clearable
        searchable={options.length > 8}
        placeholder="not known"
        // Keeps a value from before the template had these options visible.
        data={current && !options.includes(current) ? [...options, current] : options}
        value={current}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={field.type === 'date' ? 'date' : 'text'}
      value={showText(value)}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

function showText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function describeRange({ min, max }: TemplateFieldFacts): string | undefined {
  if (min !== null && max !== null) return `${min} to ${max}`;
  if (min !== null) return `at least ${min}`;
  return max === null ? undefined : `at most ${max}`;
}
