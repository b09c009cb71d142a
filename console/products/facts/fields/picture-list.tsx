import { ActionIcon, Group, Input, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { StoredPicture } from '../../../../src/facts/registry/fact-list.ts';
import { namePicture, PictureThumb } from '../../../parts/pictures/picture-values.tsx';

const SIZE = 120;

/** The pictures of a product. Importers add them; here they can be removed. */
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
      <Group gap="sm" align="flex-start">
        {pictures.map((picture) => (
          <Group key={picture.url} gap={2} wrap="nowrap" align="flex-start">
            <PictureThumb picture={picture} size={SIZE} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove the picture ${namePicture(picture)}`}
              onClick={() => onChange(pictures.filter((one) => one !== picture))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}
