import { NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminSource } from '../../src/catalog/sources/source-contract.ts';
import type { Body } from '../api/api-calls.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { countOf, formatScore } from '../parts/text/number-format.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

const KINDS = ['community', 'open_data', 'official', 'manufacturer', 'retailer', 'operator'];

/** Creates or edits a source. A change of trust says first how many scores it changes. */
export function SourceForm({ source }: { source?: AdminSource }) {
  const form = useForm({
    initialValues: {
      code: source?.code ?? '',
      name: source?.name ?? '',
      kind: source?.kind ?? ('open_data' as const),
      trust: source?.trust ?? 0.5,
      license: source?.license ?? '',
      license_url: source?.license_url ?? '',
      attribution: source?.attribution ?? '',
      homepage_url: source?.homepage_url ?? '',
      record_url: source?.record_url ?? '',
    },
  });
  type Values = typeof form.values;
  const save = useAskedWrite({
    count: async (api, values: Values) =>
      source && values.trust !== source.trust
        ? api.patch('/sources/{id}', {
            path: { id: source.id },
            body: { ...buildFacts(values), dry_run: true },
          })
        : undefined,
    ask: (values, counted) =>
      counted && {
        title: `Change the trust in ${values.name}?`,
        consequences: [
          `Trust goes from ${formatScore(source?.trust ?? 0)} to ${formatScore(values.trust)}.`,
          `The quality of ${countOf(counted.impact.rescored, 'product')} is recomputed in the background.`,
        ],
        action: 'Change trust',
      },
    write: (api, values): Promise<unknown> =>
      source
        ? api.patch('/sources/{id}', { path: { id: source.id }, body: buildFacts(values) })
        : api.post('/sources', { body: { code: values.code, ...buildFacts(values) } }),
    done: (_result, { name }) => (source ? `${name} is changed` : `${name} is a source now`),
    refresh: [['sources'], ['products']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={save} action={source ? 'Save' : 'Make source'}>
      <TextInput
        label="Code"
        description="Never changes: lower-case letters, digits and _"
        required
        disabled={Boolean(source)}
        {...form.getInputProps('code')}
      />
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <SimpleGrid cols={2}>
        <Select label="Kind" data={KINDS} allowDeselect={false} {...form.getInputProps('kind')} />
        <NumberInput
          label="Trust"
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          fixedDecimalScale
          required
          {...form.getInputProps('trust')}
        />
        <TextInput label="Licence" {...form.getInputProps('license')} />
        <TextInput label="Address of the licence" type="url" {...form.getInputProps('license_url')} />
      </SimpleGrid>
      <TextInput
        label="Attribution"
        description="How the source wants to be named"
        {...form.getInputProps('attribution')}
      />
      <TextInput label="Home page" type="url" {...form.getInputProps('homepage_url')} />
      <TextInput
        label="Address of a record"
        description="With {gtin} in the place of the barcode"
        {...form.getInputProps('record_url')}
      />
      <Text size="xs" c="dimmed">
        Trust is how far its facts count: a product’s quality is completeness weighted by it.
      </Text>
    </WriteForm>
  );
}

/** All fields except the code, which never changes; an empty field means unknown. */
function buildFacts({ code: _code, ...values }: Body<'post', '/sources'>) {
  return {
    ...values,
    license: values.license || null,
    license_url: values.license_url || null,
    attribution: values.attribution || null,
    homepage_url: values.homepage_url || null,
    record_url: values.record_url || null,
  };
}
