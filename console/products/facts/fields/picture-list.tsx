import { ActionIcon, Anchor, Group, Input, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { StoredPicture } from '../../../../src/facts/registry/fact-list.ts';

/** The pictures of a product as links: the console loads nothing from other hosts. Importers say them; here they go. */
export function PictureList({
  label,
  pictures,
  onChange,
}: {
  label: string;
  pictures: StoredPicture[];
  onChange: (pictures: StoredPicture[]) => void;
}) {
  if (pictures.length === 0) return null;
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Input.Label size="sm">{label}</Input.Label>
      {pictures.map((picture) => {
        const name = describePicture(picture);
        return (
          <Group key={picture.url} gap="xs" wrap="nowrap">
            <Anchor href={picture.url} target="_blank" rel="noreferrer noopener" size="sm">
              {name}
            </Anchor>
            {picture.width !== null && picture.height !== null && (
              <Text size="xs" c="dimmed">
                {picture.width} × {picture.height}
              </Text>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove the picture ${name}`}
              onClick={() => onChange(pictures.filter((one) => one !== picture))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        );
      })}
    </Stack>
  );
}

function describePicture({ role, lang }: StoredPicture): string {
  return lang === null ? role : `${role} (${lang})`;
}
