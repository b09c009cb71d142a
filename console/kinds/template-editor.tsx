import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { Template, TemplateFieldFacts, ChangedTemplate } from '../../src/catalog/kinds/kind-contract.ts';
import type { ApiClient } from '../api/api-client.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { AttributeFields } from '../products/facts/fields/attribute-fields.tsx';
import { TemplateConflict } from './template-conflict.tsx';
import { TemplateFieldRow } from './template-field-row.tsx';
import { countOf } from '../parts/text/number-format.ts';

const NEW_FIELD: TemplateFieldFacts = {
  key: '',
  label: '',
  type: 'string',
  unit: null,
  group: null,
  required: false,
  options: null,
  min: null,
  max: null,
};

/** Edits the fields of a kind beside a preview of the form. The effect of a change is counted before it is saved. */
export function TemplateEditor({ template }: { template: Template }) {
  const isAdmin = useMayActAs('admin');
  // The version that the operator started from, so that another operator's change is neither overwritten nor slipped
  // in.
  const [base, setBase] = useState(template);
  const [fields, setFields] = useState(template.fields);
  const [preview, setPreview] = useState<Record<string, unknown>>({});
  const isChanged = JSON.stringify(fields) !== JSON.stringify(base.fields);
  useBlocker({
    shouldBlockFn: () => isChanged && !globalThis.confirm('Leave without saving the template?'),
    enableBeforeUnload: () => isChanged,
  });
  const send = (api: ApiClient, isDryRun: boolean) =>
    api.put('/kinds/{code}/template', {
      path: { code: template.code },
      body: { version: base.version, fields, dry_run: isDryRun },
    });
  const save = useAskedWrite({
    count: (api, _nothing: void) => send(api, true),
    ask: (_nothing, { impact }) => ({
      title: `Save the template of ${template.name}?`,
      consequences: describeTemplateImpact(impact),
      action: 'Save template',
    }),
    write: (api) => send(api, false),
    done: () => `The template of ${template.name} is saved`,
    refresh: [['kinds']],
    onDone: ({ template: saved }) => {
      setBase(saved);
      setFields(saved.fields);
    },
  });
  const change = (index: number, field: TemplateFieldFacts | undefined) =>
    setFields(field ? fields.with(index, field) : fields.toSpliced(index, 1));
  const move = (index: number, by: number) => {
    const field = fields[index];
    if (field) setFields(fields.toSpliced(index, 1).toSpliced(index + by, 0, field));
  };
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Panel
          title="Fields"
          actions={
            isAdmin && (
              <Button
                variant="default"
                leftSection={<IconPlus size={14} />}
                onClick={() => setFields([...fields, NEW_FIELD])}
              >
                Field
              </Button>
            )
          }
        >
          <Stack gap={4}>
            {fields.length === 0 && <Text size="sm">No field yet: products have free attributes only.</Text>}
            {fields.map((field, index) => (
              <TemplateFieldRow
                // A field has no other identity while its key is being typed.
                key={index}
                field={field}
                isKnown={base.fields.some(({ key }) => key === field.key)}
                isReadOnly={!isAdmin}
                onChange={(next) => change(index, next)}
                onMoveUp={index > 0 ? () => move(index, -1) : undefined}
                onMoveDown={index < fields.length - 1 ? () => move(index, 1) : undefined}
              />
            ))}
          </Stack>
          {template.version !== base.version && (
            <TemplateConflict
              theirs={template}
              mine={fields}
              base={base}
              onTake={(merged) => {
                setBase(template);
                setFields(merged);
              }}
            />
          )}
          {save.error && <ProblemNotice problem={save.error} />}
          {isAdmin && (
            <Group mt="md">
              <Button
                disabled={!isChanged || template.version !== base.version}
                loading={save.isPending}
                onClick={() => save.mutate()}
              >
                Save…
              </Button>
              <Button variant="default" disabled={!isChanged} onClick={() => setFields(base.fields)}>
                Discard changes
              </Button>
            </Group>
          )}
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Panel title="Preview of the form">
          <AttributeFields
            fields={fields.filter(({ key, label }) => key !== '' && label !== '')}
            values={preview}
            onChange={(key, value) => setPreview({ ...preview, [key]: value })}
          />
        </Panel>
      </Grid.Col>
    </Grid>
  );
}

/** Describes in sentences what saving a template does. */
function describeTemplateImpact(impact: ChangedTemplate['impact']): string[] {
  const lines = [
    ...listKeys('Added', impact.added),
    ...listKeys('Changed', impact.changed),
    ...listKeys('Removed (products keep their values)', impact.removed),
    `${countOf(impact.products, 'product')} ${impact.products === 1 ? 'has' : 'have'} this kind.`,
  ];
  return impact.rescored === 0
    ? [...lines, 'No quality score changes.']
    : [...lines, `The quality of ${countOf(impact.rescored, 'product')} is recomputed in the background.`];
}

function listKeys(what: string, keys: string[]): string[] {
  return keys.length === 0 ? [] : [`${what}: ${keys.join(', ')}.`];
}
