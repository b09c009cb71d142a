import { Fieldset, SimpleGrid, Stack } from '@mantine/core';
import type { TemplateFieldFacts } from '../../../../src/catalog/kinds/kind-contract.ts';
import { AttributeField } from './attribute-field.tsx';

/** The fields of a template, grouped, in the template's order. */
export function AttributeFields({
  fields,
  values,
  onChange,
  errors = {},
}: {
  fields: TemplateFieldFacts[];
  values: Record<string, unknown>;
  onChange: (key: string, value: unknown) => void;
  errors?: Record<string, string>;
}) {
  return (
    <Stack gap="sm">
      {groupFields(fields).map(({ title, members }) => (
        <Fieldset key={title} legend={title} p="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
            {members.map((field) => (
              <AttributeField
                key={field.key}
                field={field}
                value={values[field.key]}
                onChange={(value) => onChange(field.key, value)}
                error={errors[`attributes.${field.key}`]}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      ))}
    </Stack>
  );
}

function groupFields(fields: TemplateFieldFacts[]): { title: string; members: TemplateFieldFacts[] }[] {
  const titles = [...new Set(fields.map(({ group }) => group ?? 'General'))];
  return titles.map((title) => ({
    title,
    members: fields.filter(({ group }) => (group ?? 'General') === title),
  }));
}
