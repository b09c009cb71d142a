import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { KeyHint } from '../parts/keys/key-hint.tsx';
import type { NavigationArea } from './navigation-areas.ts';
import { useFindFirst, useFound, type Found } from './use-found.ts';

export const SEARCH_FIELD_ID = 'search-everywhere';
const PAUSE_MS = 150;

/** One search field for pages, products, brands and categories; a barcode opens its product directly. */
export function SearchEverywhere({ areas }: { areas: NavigationArea[] }) {
  const navigate = useNavigate();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const groups = useFound(q, areas);
  const findFirst = useFindFirst();
  const all = groups.flatMap(({ items }) => items);
  const choose = (found: Found | undefined) => {
    if (!found) return;
    combobox.closeDropdown();
    setTyped('');
    (document.activeElement as HTMLElement | null)?.blur();
    void navigate(found.target);
  };
  const chooseFirst = async (field: HTMLInputElement) => {
    const asked = field.value;
    const first = await findFirst(asked.trim()).catch(() => undefined);
    if (field.value === asked) choose(first ?? all[0]);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => choose(all.find((found) => found.key === key))}
      width={440}
      position="bottom-start"
    >
      <Combobox.Target>
        <TextInput
          id={SEARCH_FIELD_ID}
          aria-label="Search everywhere"
          placeholder="Search products, brands, categories, pages"
          leftSection={<IconSearch size={14} />}
          rightSection={<KeyHint name="/" ml={0} />}
          w={{ base: '100%', sm: 340, lg: 440 }}
          value={typed}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1) {
              void chooseFirst(event.currentTarget);
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={q === ''}>
        <Combobox.Options aria-label="Found" tabIndex={0} mah={420} style={{ overflowY: 'auto' }}>
          {groups.map(({ title, items }) => (
            <Combobox.Group key={title} label={title}>
              {items.map((found) => (
                <Combobox.Option key={found.key} value={found.key}>
                  <Text size="sm" truncate>
                    {found.label}
                  </Text>
                  {found.note && (
                    <Text size="xs" c="dimmed" truncate>
                      {found.note}
                    </Text>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {all.length === 0 && <Combobox.Empty>Nothing fits</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
