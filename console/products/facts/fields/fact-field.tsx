import { Checkbox, MultiSelect, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { PART_LIST, type StoredPicture, type WrittenName } from '../../../../src/facts/registry/fact-list.ts';
import { LockedFields } from './locked-fields.tsx';
import { PictureList } from './picture-list.tsx';
import type { Facts } from '../product-facts.ts';
import { LANGUAGES, TextsField } from './texts-field.tsx';

export interface FactFieldProps {
  facts: Facts;
  onChange: (change: Partial<Facts>) => void;
  /** Messages by wire name. */
  errors: Record<string, string>;
  /** Wire names of read-only fields. */
  locked?: readonly string[] | undefined;
}

const BY_NAME = new Map(PART_LIST.map((part) => [part.name, part]));

/** The input of one fact, as declared: texts, a number, a choice, a list, pictures or a checkbox. */
export function FactField(given: FactFieldProps & { name: WrittenName }) {
  return (
    <LockedFields isLocked={given.locked?.includes(given.name) ?? false}>
      <FactInput {...given} />
    </LockedFields>
  );
}

function FactInput({ name, facts, onChange, errors }: FactFieldProps & { name: WrittenName }) {
  const part = BY_NAME.get(name);
  if (!part) return null;
  const value = part.written ?? part.value;
  const held = facts[name] as unknown;
  const set = (next: unknown) => onChange({ [name]: next });
  const common = { label: part.label, error: errors[name] };
  if (value.type === 'text') {
    const text = { ...common, maxLength: value.most, value: (held as string | null) ?? '' };
    return value.isLong ? (
      <Textarea
        {...text}
        autosize
        minRows={2}
        maxRows={10}
        onChange={(event) => set(event.currentTarget.value || null)}
      />
    ) : (
      <TextInput {...text} onChange={(event) => set(event.currentTarget.value || null)} />
    );
  }
  if (value.type === 'number') {
    return (
      <NumberInput
        {...common}
        min={0}
        max={value.most}
        allowDecimal={value.isWhole !== true}
        value={(held as number | null) ?? ''}
        onChange={(next) => set(typeof next === 'number' ? next : null)}
      />
    );
  }
  if (value.type === 'choice') {
    return (
      <Select
        {...common}
        clearable
        data={[...value.options]}
        value={held as string | null}
        onChange={(next) => set(next)}
      />
    );
  }
  if (value.type === 'language') {
    return (
      <Select
        {...common}
        clearable
        searchable
        data={LANGUAGES}
        value={held as string | null}
        onChange={(next) => set(next)}
      />
    );
  }
  if (value.type === 'texts') {
    return (
      <TextsField
        label={part.label}
        most={value.most}
        isLong={value.isLong}
        name={name}
        errors={errors}
        texts={held as Record<string, string>}
        onChange={set}
      />
    );
  }
  if (value.type === 'list' && value.of === 'choice') {
    const codes = held as string[];
    return (
      <MultiSelect
        {...common}
        searchable
        clearable
        // Keeps values from before the list existed visible.
        data={[...new Set([...value.options, ...codes])].map((code) => ({
          value: code,
          label: nameCode(code),
        }))}
        value={codes}
        onChange={(next) => set(next)}
      />
    );
  }
  if (value.type === 'list') {
    return (
      <TagsInput
        {...common}
        {...(value.of === 'address' && { description: 'Addresses, each ended with Enter' })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={held as string[]}
        onChange={(next) => set(next)}
      />
    );
  }
  if (value.type === 'pictures') {
    return <PictureList label={part.label} pictures={held as StoredPicture[]} onChange={set} />;
  }
  return (
    <Checkbox {...common} checked={held === true} onChange={(event) => set(event.currentTarget.checked)} />
  );
}

/** `sesame-seeds` → `Sesame seeds` */
function nameCode(code: string): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
