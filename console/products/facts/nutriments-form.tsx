import { Button, Fieldset, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { NUTRIMENT_KEYS } from '../../../src/facts/nutriments-contract.ts';
import { describeNutriment } from './describe-nutriment.ts';
import type { Facts } from './product-facts.ts';

/** What every label has, and quality counts; the others are shown when they are known, or asked for. */
const USUAL = [
  'energy_kj',
  'energy_kcal',
  'fat_g',
  'saturated_fat_g',
  'carbohydrates_g',
  'sugars_g',
  'proteins_g',
  'salt_g',
  'fiber_g',
];
const BASES = [
  { value: '100g', label: '100 g' },
  { value: '100ml', label: '100 ml' },
  { value: 'serving', label: 'a serving' },
];

export function NutrimentsForm({
  facts,
  onChange,
  errors,
}: {
  facts: Facts;
  onChange: (change: Partial<Facts>) => void;
  errors: Record<string, string>;
}) {
  const [areAllShown, setAllShown] = useState(false);
  const amounts = facts.nutriments ?? {};
  const shown = NUTRIMENT_KEYS.filter(
    (key) => areAllShown || USUAL.includes(key) || amounts[key] !== undefined,
  );
  const set = (key: string, amount: number | undefined) => {
    const { [key]: _, ...others } = amounts;
    const next = amount === undefined ? others : { ...amounts, [key]: amount };
    onChange({ nutriments: Object.keys(next).length === 0 ? null : next });
  };
  return (
    <Fieldset legend="Nutrition" p="sm">
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm" verticalSpacing="xs">
        <Select
          label="Amounts are for"
          clearable
          data={BASES}
          error={errors['nutrition_basis']}
          value={facts.nutrition_basis}
          onChange={(basis) => onChange({ nutrition_basis: basis })}
        />
        <TextInput
          label="Serving size"
          maxLength={100}
          error={errors['serving_size']}
          value={facts.serving_size ?? ''}
          onChange={(event) => onChange({ serving_size: event.currentTarget.value || null })}
        />
        <div />
        {shown.map((key) => (
          <NumberInput
            key={key}
            label={describeNutriment(key)}
            min={0}
            hideControls
            error={errors[`nutriments.${key}`]}
            value={amounts[key] ?? ''}
            onChange={(value) => set(key, typeof value === 'number' ? value : undefined)}
          />
        ))}
      </SimpleGrid>
      {!areAllShown && (
        <Button variant="subtle" mt="xs" onClick={() => setAllShown(true)}>
          Show vitamins, minerals and the rest
        </Button>
      )}
    </Fieldset>
  );
}
