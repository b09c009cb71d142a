import {
  ActionIcon,
  Badge,
  Checkbox,
  Collapse,
  Group,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  TagsInput,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { TemplateFieldFacts } from '../../src/catalog/kinds/kind-contract.ts';

const TYPES = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'enum', label: 'One of a list' },
  { value: 'date', label: 'Date' },
];

interface Props {
  field: TemplateFieldFacts;
  /** The key is fixed: stored values use it. */
  isKnown: boolean;
  isReadOnly: boolean;
  /** Undefined removes the field. */
  onChange: (field: TemplateFieldFacts | undefined) => void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
}

/** One field of a template: one line, or a form when it is open. */
export function TemplateFieldRow({ field, isKnown, isReadOnly, onChange, onMoveUp, onMoveDown }: Props) {
  const [isOpen, toggle] = useDisclosure(field.key === '');
  const name = field.label || 'New field';
  return (
    <Paper withBorder px="sm" py={4}>
      <Group gap="xs" wrap="nowrap">
        <UnstyledButton flex={1} miw={0} fz="sm" onClick={toggle.toggle} aria-expanded={isOpen}>
          <b>{name}</b>{' '}
          <Text span size="xs" c="dimmed">
            {[field.group, field.unit].filter(Boolean).join(' · ')}
          </Text>
        </UnstyledButton>
        {field.required && <Badge color="indigo">required</Badge>}
        <Badge color="gray">{TYPES.find(({ value }) => value === field.type)?.label}</Badge>
        {!isReadOnly && (
          <Group gap={0} wrap="nowrap">
            <ActionIcon disabled={!onMoveUp} onClick={onMoveUp} aria-label={`Move ${name} up`}>
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon disabled={!onMoveDown} onClick={onMoveDown} aria-label={`Move ${name} down`}>
              <IconArrowDown size={14} />
            </ActionIcon>
            <ActionIcon onClick={() => onChange(undefined)} aria-label={`Remove ${name}`}>
              <IconTrash size={14} />
            </ActionIcon>
          </Group>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <FieldForm field={field} isKnown={isKnown} isReadOnly={isReadOnly} onChange={onChange} />
      </Collapse>
    </Paper>
  );
}

function FieldForm({
  field,
  isKnown,
  isReadOnly,
  onChange,
}: Pick<Props, 'field' | 'isKnown' | 'isReadOnly' | 'onChange'>) {
  const set = (change: Partial<TemplateFieldFacts>) => onChange({ ...field, ...change });
  const setType = (type: TemplateFieldFacts['type']) =>
    set({
      type,
      options: type === 'enum' ? (field.options ?? []) : null,
      ...(type === 'number' ? {} : { min: null, max: null, unit: type === 'string' ? field.unit : null }),
    });
  return (
    <fieldset disabled={isReadOnly} style={{ border: 0, margin: 0, padding: 0 }}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" py="xs">
        <TextInput
          label="Label"
          required
          maxLength={80}
          value={field.label}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
        <TextInput
          label="Key"
          description="Name of the attribute"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          disabled={isKnown}
          value={field.key}
          onChange={(event) => set({ key: event.currentTarget.value })}
        />
        <Select
          label="Type"
          allowDeselect={false}
          data={TYPES}
          value={field.type}
          onChange={(type) => setType(type as TemplateFieldFacts['type'])}
        />
        <TextInput
          label="Group"
          placeholder="General"
          maxLength={60}
          value={field.group ?? ''}
          onChange={(event) => set({ group: event.currentTarget.value || null })}
        />
        {(field.type === 'number' || field.type === 'string') && (
          <TextInput
            label="Unit"
            maxLength={20}
            value={field.unit ?? ''}
            onChange={(event) => set({ unit: event.currentTarget.value || null })}
          />
        )}
        {field.type === 'number' && (
          <>
            <NumberInput
              label="Least"
              value={field.min ?? ''}
              onChange={(min) => set({ min: typeof min === 'number' ? min : null })}
            />
            <NumberInput
              label="Greatest"
              value={field.max ?? ''}
              onChange={(max) => set({ max: typeof max === 'number' ? max : null })}
            />
          </>
        )}
        {field.type === 'enum' && (
          <TagsInput
            label="Values"
            description="Each ended with Enter"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            value={field.options ?? []}
            onChange={(options) => set({ options })}
          />
        )}
        <Checkbox
          label="Required: counts towards quality"
          checked={field.required}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
      </SimpleGrid>
    </fieldset>
  );
}
