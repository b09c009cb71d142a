import { Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { isFactOf, type FactPart, type WrittenName } from '../../../src/facts/registry/fact-list.ts';
import { FACTS } from '../../../src/facts/registry/fact-registry.ts';
import { AttributesForm } from './attributes-form.tsx';
import { BrandField } from './fields/brand-field.tsx';
import { CategoryField } from './fields/category-field.tsx';
import { FactField, type FactFieldProps } from './fields/fact-field.tsx';
import { LockedFields } from './fields/locked-fields.tsx';
import { NutrimentsForm } from './nutriments-form.tsx';
import { WRITTEN_PARTS } from './product-facts.ts';

/** Facts with an input or a place of their own; every other fact is shown as declared. */
const PLACED: ReadonlySet<WrittenName> = new Set<WrittenName>([
  'name',
  'brand',
  'category',
  'net_content_value',
  'net_content_unit',
  'attributes',
  'no_nutrition_data',
  'nutriments',
  'nutrition_basis',
  'serving_size',
]);

/** The facts of a product as a form: the common ones, then those of its archive kind. */
export function FactsForm({
  kind,
  isNameRequired = true,
  errors = {},
  ...form
}: Omit<FactFieldProps, 'errors'> & {
  errors?: FactFieldProps['errors'];
  /** The archive kind of the category; undefined if unknown. */
  kind: string | undefined;
  isNameRequired?: boolean;
}) {
  const { facts, onChange, locked = [] } = form;
  const isLocked = (name: WrittenName) => locked.includes(name);
  const fields = { ...form, errors };
  const others = WRITTEN_PARTS.filter(({ name, fact }) => !PLACED.has(name) && isFactOf(fact, kind ?? ''));
  const list = (isListed: (part: FactPart) => boolean) =>
    others.filter(isListed).map(({ name }) => <FactField key={name} name={name} {...fields} />);
  return (
    <Stack gap="sm">
      <LockedFields isLocked={isLocked('name')}>
        <TextInput
          label={FACTS.name.label}
          required={isNameRequired}
          maxLength={FACTS.name.written.most}
          error={errors['name']}
          value={facts.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </LockedFields>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        <LockedFields isLocked={isLocked('brand')}>
          <BrandField value={facts.brand} error={errors['brand']} onChange={(brand) => onChange({ brand })} />
        </LockedFields>
        <LockedFields isLocked={isLocked('category')}>
          <CategoryField
            value={facts.category}
            error={errors['category']}
            onChange={(category) => onChange({ category })}
          />
        </LockedFields>
        <LockedFields isLocked={isLocked('net_content_value')}>
          <NetContentField {...fields} />
        </LockedFields>
        {list((part) => !part.fact.kinds && !isWide(part))}
      </SimpleGrid>
      {list((part) => !part.fact.kinds && part.value.type === 'texts')}
      {list((part) => part.fact.kinds !== undefined && isWide(part))}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        {list((part) => part.fact.kinds !== undefined && !isWide(part) && part.value.type !== 'flag')}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        {list((part) => part.fact.kinds !== undefined && part.value.type === 'flag')}
      </SimpleGrid>
      {kind === 'food' ? (
        <>
          <FactField name="no_nutrition_data" {...fields} />
          {!facts.no_nutrition_data && <NutrimentsForm {...fields} />}
        </>
      ) : (
        <LockedFields isLocked={isLocked('attributes')}>
          <AttributesForm
            kind={kind}
            values={facts.attributes}
            errors={errors}
            onChange={(attributes) => onChange({ attributes })}
          />
        </LockedFields>
      )}
      {list((part) => !part.fact.kinds && isWide(part) && part.value.type !== 'texts')}
    </Stack>
  );
}

/** Returns whether the input takes a whole row. */
function isWide({ value }: FactPart): boolean {
  if (value.type === 'texts') return true;
  return (
    (value.type === 'text' && value.isLong === true) ||
    (value.type === 'list' && value.of === 'address') ||
    value.type === 'pictures'
  );
}

function NetContentField({ facts, onChange, errors }: FactFieldProps) {
  const { net_content_value: amount, net_content_unit: unit } = FACTS.net_content.parts;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        label={amount.label}
        flex={1}
        min={0}
        error={errors['net_content_value']}
        value={facts.net_content_value ?? ''}
        onChange={(value) => onChange({ net_content_value: typeof value === 'number' ? value : null })}
      />
      <Select
        aria-label="Unit of the net content"
        w={76}
        clearable={false}
        data={[...unit.value.options]}
        placeholder="unit"
        error={errors['net_content_unit']}
        value={facts.net_content_unit}
        onChange={(next) => onChange({ net_content_unit: next })}
      />
    </Group>
  );
}
