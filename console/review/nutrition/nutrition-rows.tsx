import { Badge, Group, Table, Text } from '@mantine/core';
import type { ValueChange } from '../../../src/catalog/difference/product-change-contract.ts';
import { nameFact } from '../../parts/differences/name-change.ts';
import { KeyHint } from '../../parts/keys/key-hint.tsx';
import { formatScore } from '../../parts/text/number-format.ts';
import { ValueText } from '../../parts/text/value-text.tsx';
import { ChoiceControl } from '../choice-control.tsx';
import {
  choiceOf,
  isOverridden,
  type Choice,
  type FactRow,
  type SubmissionDraft,
} from '../submission-draft.ts';
import type { ApprovalState } from '../submission/use-approval.ts';
import { unitOfNutriment } from '../../parts/text/describe-nutriment.ts';
import { basisOf, listNutrients, type NutrientRow } from './nutrient-rows.ts';
import classes from './nutrition-rows.module.css';

interface Props {
  row: FactRow;
  approval: ApprovalState;
  draft: SubmissionDraft;
  isOpen: boolean;
  /** The key that decides all amounts. */
  shortcut: string | undefined;
  onDecide: (choice: Choice) => void;
  onDecideNutrient: (nutrient: NutrientRow, choice: Choice) => void;
}

/** The nutrition, one row a nutrient: submitted, now, the difference, and what approving does to it. */
export function NutritionRows({ row, approval, draft, isOpen, shortcut, onDecide, onDecideNutrient }: Props) {
  const nutrients = listNutrients(row, draft);
  const choices = new Set(nutrients.filter(({ isDecidable }) => isDecidable).map(({ choice }) => choice));
  const isOwn = isOverridden(draft, 'nutriments');
  const sources = new Map(row.facts.flatMap((fact) => fact.sources.map((source) => [source.id, source])));
  const changes = approval.preview?.changes.filter(({ field }) => field === 'nutriments') ?? [];
  return (
    <>
      <Table.Tr className={classes.head}>
        <Table.Td data-label="Fact">
          {shortcut && <KeyHint name={shortcut} ml={0} />} {row.label}
        </Table.Td>
        <Table.Td data-label="Submitted">{showBasis(basisOf(row, 'offered'))}</Table.Td>
        <Table.Td data-label="Now">
          {row.hasCurrent && showBasis(basisOf(row, 'current'))}
          {sources.size > 0 && (
            <Text size="xs" c="dimmed">
              {[...sources.values()].map(({ name, trust }) => `${name} ${formatScore(trust)}`).join(', ')}
            </Text>
          )}
        </Table.Td>
        <Table.Td data-label="On approval">
          {isOwn ? (
            <Badge color="indigo">yours is written</Badge>
          ) : isOpen && row.isDecidable ? (
            <ChoiceControl
              label={row.label}
              group={row.group}
              choice={choices.size === 1 ? [...choices][0] : undefined}
              isUndecided={choiceOf(row, draft) === undefined}
              hasCurrent={row.hasCurrent}
              onDecide={onDecide}
            />
          ) : (
            <Badge color="gray">
              {row.outcome === 'confirmed' ? 'the same' : row.outcome.replace('_', ' ')}
            </Badge>
          )}
        </Table.Td>
      </Table.Tr>
      {nutrients.map((nutrient) => (
        <Nutrient
          key={nutrient.keys.join(' ')}
          {...{ nutrient, isOpen }}
          effects={changes.filter(({ key }) => key !== null && nutrient.keys.includes(key))}
          isUndecided={nutrient.choice === undefined}
          isOld={approval.isOld}
          isMisfit={
            approval.preview?.misfits.some(({ keys }) => keys.some((key) => nutrient.keys.includes(key))) ??
            false
          }
          onDecide={(choice) => onDecideNutrient(nutrient, choice)}
        />
      ))}
    </>
  );
}

function Nutrient({
  nutrient,
  isOpen,
  effects,
  isUndecided,
  isOld,
  isMisfit,
  onDecide,
}: {
  nutrient: NutrientRow;
  isOpen: boolean;
  /** What approving does to its amounts. */
  effects: readonly ValueChange[];
  isUndecided: boolean;
  isOld: boolean;
  isMisfit: boolean;
  onDecide: (choice: Choice) => void;
}) {
  const { label, keys, submitted, now, difference, isDecidable, choice } = nutrient;
  const isMarked = effects.length > 0 || (isUndecided && isDecidable);
  const isLost = effects.some(({ effect }) => effect === 'delete');
  return (
    <Table.Tr className={classes.nutrient} data-misfit={isMisfit || undefined}>
      <Table.Td data-label="Nutrient">{label}</Table.Td>
      <Table.Td data-label="Submitted">
        <Amounts keys={keys} amounts={submitted} tone={isMarked ? 'after' : undefined} />
      </Table.Td>
      <Table.Td data-label="Now">
        <Amounts
          keys={keys}
          amounts={now}
          tone={
            isLost || (isMarked && effects.every(({ effect }) => effect !== 'add')) ? 'before' : undefined
          }
        />
      </Table.Td>
      <Table.Td data-label="Difference" data-old={isOld || undefined}>
        <Group gap={6}>
          <Text
            span
            size="xs"
            c={isMisfit || isLost ? 'var(--mantine-color-error)' : 'dimmed'}
            fw={isMisfit ? 600 : 400}
          >
            {difference}
          </Text>
          {isOpen && isDecidable && (
            <ChoiceControl
              label={label}
              choice={choice}
              isUndecided={isUndecided}
              hasCurrent={now.some((amount) => amount !== undefined)}
              onDecide={onDecide}
              isSmall
            />
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Amounts({
  keys,
  amounts,
  tone,
}: {
  keys: readonly string[];
  amounts: NutrientRow['now'];
  tone: 'before' | 'after' | undefined;
}) {
  const texts = keys.flatMap((key, index) => {
    const amount = amounts[index];
    return amount === undefined ? [] : [`${amount} ${unitOfNutriment(key)}`];
  });
  return <ValueText value={texts.join(' / ')} {...(tone ? { tone } : {})} />;
}

function showBasis(basis: string | undefined): string {
  const per = { '100g': 'per 100 g', '100ml': 'per 100 ml', serving: 'per serving' }[basis ?? ''];
  return per ?? `${nameFact('nutrition_basis')}: not said`;
}
