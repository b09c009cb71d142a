import { Group, Pill, Text, TextInput } from '@mantine/core';
import { useRead } from '../api/use-read.ts';
import { FilterField } from '../parts/filter-field.tsx';
import { ProductChoice } from '../products/product-choice.tsx';
import type { AuditSearch } from './audit-search.ts';

/** Filters of the log: each suggests values and matches parts of a text. */
export function AuditFilters({
  search,
  subject,
  onFilter,
}: {
  search: AuditSearch;
  /** The name of the entity that the log is filtered by. */
  subject: string | undefined;
  onFilter: (change: Partial<AuditSearch>) => void;
}) {
  const { data: choices } = useRead('/audit/choices');
  return (
    <Group gap="xs" mb="sm">
      <FilterField
        label="Who (e-mail, cli, …)"
        w={220}
        choices={choices?.operators.map(({ email }) => email) ?? []}
        value={nameActor(search.actor, choices?.operators ?? [])}
        onFilter={(actor) => onFilter({ actor })}
      />
      <FilterField
        label="Action, as approved"
        w={200}
        choices={choices?.actions ?? []}
        value={search.action}
        onFilter={(action) => onFilter({ action })}
      />
      {search.entity_id ? (
        <Pill
          size="md"
          withRemoveButton
          onRemove={() => onFilter({ entity: undefined, entity_id: undefined })}
          removeButtonProps={{ 'aria-label': 'Clear what it is about', 'aria-hidden': false, tabIndex: 0 }}
        >
          {search.entity ?? 'about'} {subject ?? search.entity_id}
        </Pill>
      ) : (
        <>
          <FilterField
            label="Entity, as product"
            w={170}
            choices={choices?.entities ?? []}
            value={search.entity}
            onFilter={(entity) => onFilter({ entity })}
          />
          <ProductChoice
            label="Product: name or barcode"
            isFilter
            onChoose={(product) => product && onFilter({ entity: 'product', entity_id: product.id })}
          />
        </>
      )}
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          aria-label={name === 'from' ? 'From' : 'To'}
          leftSection={<Text size="xs">{name}</Text>}
          leftSectionWidth={name === 'from' ? 48 : 36}
          type="date"
          value={search[name] ?? ''}
          onChange={(event) => onFilter({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
      {search.utc && (search.from ?? search.to) && (
        <Text size="xs" c="dimmed">
          days in UTC
        </Text>
      )}
    </Group>
  );
}

/** Links identify an operator by id; the filter shows the e-mail. */
function nameActor(
  actor: string | undefined,
  operators: readonly { actor: string; email: string }[],
): string | undefined {
  return operators.find((operator) => operator.actor === actor)?.email ?? actor;
}
