import { Button, Fieldset, NumberInput, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { NUTRIMENT_KEYS, USUAL_NUTRIMENTS } from '../../../src/facts/registry/nutriment-keys.ts';
import { FactField, type FactFieldProps } from './fields/fact-field.tsx';
import { LockedFields } from './fields/locked-fields.tsx';
import { describeNutriment } from '../../parts/text/describe-nutriment.ts';

export function NutrimentsForm({ facts, onChange, errors, locked }: FactFieldProps) {
  const [areAllShown, setAllShown] = useState(false);
  const amounts = facts.nutriments ?? {};
  const shown = NUTRIMENT_KEYS.filter(
    (key) => areAllShown || USUAL_NUTRIMENTS.includes(key) || amounts[key] !== undefined,
  );
  const set = (key: string, amount: number | undefined) => {
    const { [key]: _, ...others } = amounts;
    const next = amount === undefined ? others : { ...amounts, [key]: amount };
    onChange({ nutriments: Object.keys(next).length === 0 ? null : next });
  };
  return (
    <Fieldset legend="Nutrition" p="sm">
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm" verticalSpacing="xs">
        <FactField name="nutrition_basis" {...{ facts, onChange, errors, locked }} />
        <FactField name="serving_size" {...{ facts, onChange, errors, locked }} />
        <div />
        <LockedFields isLocked={locked?.includes('nutriments') ?? false}>
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
        </LockedFields>
      </SimpleGrid>
      {!areAllShown && (
        <Button variant="subtle" mt="xs" onClick={() => setAllShown(true)}>
          Show vitamins, minerals and the rest
        </Button>
      )}
    </Fieldset>
  );
}
