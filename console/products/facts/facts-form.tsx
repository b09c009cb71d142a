import {
  Checkbox,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { AttributesForm } from './attributes-form.tsx';
import { BrandField } from './brand-field.tsx';
import { CategoryField } from './category-field.tsx';
import { NutrimentsForm } from './nutriments-form.tsx';
import type { Facts } from './product-facts.ts';

const UNITS = ['g', 'kg', 'ml', 'l', 'pcs', 'm'];
const MARKS = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
  { value: 'c', label: 'C' },
  { value: 'd', label: 'D' },
  { value: 'e', label: 'E' },
];

/** The facts of a product as a form: the common ones, then the record of its archive kind. */
export function FactsForm({
  facts,
  kind,
  onChange,
  errors = {},
  isNameRequired = true,
}: {
  facts: Facts;
  /** The archive kind that the category says; undefined: not known. */
  kind: string | undefined;
  onChange: (change: Partial<Facts>) => void;
  /** By wire names. */
  errors?: Record<string, string>;
  isNameRequired?: boolean;
}) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        required={isNameRequired}
        maxLength={300}
        error={errors['name']}
        value={facts.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        <BrandField value={facts.brand} error={errors['brand']} onChange={(brand) => onChange({ brand })} />
        <CategoryField
          value={facts.category}
          error={errors['category']}
          onChange={(category) => onChange({ category })}
        />
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <NumberInput
            label="Net content"
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
            data={UNITS}
            placeholder="unit"
            error={errors['net_content_unit']}
            value={facts.net_content_unit}
            onChange={(unit) => onChange({ net_content_unit: unit })}
          />
        </Group>
        <TextInput
          label="Country of origin"
          maxLength={80}
          error={errors['country_of_origin']}
          value={facts.country_of_origin ?? ''}
          onChange={(event) => onChange({ country_of_origin: event.currentTarget.value || null })}
        />
      </SimpleGrid>
      {kind === 'food' ? (
        <FoodForm facts={facts} onChange={onChange} errors={errors} />
      ) : (
        <AttributesForm
          kind={kind}
          values={facts.attributes}
          errors={errors}
          onChange={(attributes) => onChange({ attributes })}
        />
      )}
      <TagsInput
        label="Pictures"
        description="Addresses, each ended with Enter"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={errors['images']}
        value={facts.images}
        onChange={(images) => onChange({ images })}
      />
    </Stack>
  );
}

function FoodForm({
  facts,
  onChange,
  errors,
}: {
  facts: Facts;
  onChange: (change: Partial<Facts>) => void;
  errors: Record<string, string>;
}) {
  return (
    <>
      <Textarea
        label="Ingredients"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5_000}
        error={errors['ingredients_text']}
        value={facts.ingredients_text ?? ''}
        onChange={(event) => onChange({ ingredients_text: event.currentTarget.value || null })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        <TagsInput
          label="Allergens"
          error={errors['allergens']}
          value={facts.allergens}
          onChange={(allergens) => onChange({ allergens })}
        />
        <Select
          label="Nutri-Score"
          clearable
          data={MARKS}
          error={errors['nutri_score']}
          value={facts.nutri_score}
          onChange={(mark) => onChange({ nutri_score: mark })}
        />
      </SimpleGrid>
      <Checkbox
        label="Nutrition does not apply (water, spices and the like)"
        checked={facts.no_nutrition_data}
        onChange={(event) => onChange({ no_nutrition_data: event.currentTarget.checked })}
      />
      {!facts.no_nutrition_data && <NutrimentsForm facts={facts} onChange={onChange} errors={errors} />}
    </>
  );
}
