import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { AttributeFields } from './fields/attribute-fields.tsx';

/** The fields of the kind's template, then the product's other attributes. */
export function AttributesForm({
  kind,
  values,
  onChange,
  errors,
}: {
  kind: string | undefined;
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
  errors: Record<string, string>;
}) {
  const template = useRead(
    '/kinds/{code}/template',
    { path: { code: kind ?? '' } },
    { enabled: kind !== undefined },
  );
  const fields = template.data?.fields ?? [];
  const others = Object.keys(values).filter((key) => !fields.some((field) => field.key === key));
  const set = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = values;
    onChange(value === undefined ? rest : { ...values, [key]: value });
  };
  return (
    <Stack gap="sm">
      <AttributeFields fields={fields} values={values} onChange={set} errors={errors} />
      <Fieldset legend="Other attributes" p="sm">
        <Stack gap="xs">
          {others.map((key) => (
            <Group key={key} gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label={key}
                flex={1}
                error={errors[`attributes.${key}`]}
                value={showValue(values[key])}
                onChange={(event) => set(key, event.currentTarget.value)}
              />
              <ActionIcon size={30} aria-label={`Remove ${key}`} onClick={() => set(key, undefined)}>
                <IconX size={14} />
              </ActionIcon>
            </Group>
          ))}
          <NewAttribute onAdd={(key) => set(key, '')} taken={Object.keys(values)} />
        </Stack>
      </Fieldset>
    </Stack>
  );
}

function NewAttribute({ onAdd, taken }: { onAdd: (key: string) => void; taken: string[] }) {
  const [key, setKey] = useState('');
  const isKey = /^[a-z][a-z0-9_]{0,59}$/.test(key) && !taken.includes(key);
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        aria-label="Key of another attribute"
        placeholder="another_key"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={!isKey}
        onClick={() => {
          onAdd(key);
          setKey('');
        }}
      >
        Add
      </Button>
    </Group>
  );
}

function showValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
