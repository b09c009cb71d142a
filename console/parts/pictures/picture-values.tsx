import { Anchor, Group, Image } from '@mantine/core';
import { createContext, useContext } from 'react';
import type { StoredPicture } from '../../../src/facts/registry/fact-list.ts';
import { OPEN_FACTS_ORIGINS, SOURCE_PICTURES } from '../../../src/facts/registry/open-facts-hosts.ts';

const OWN_PICTURE = /\/images\/([0-9a-f]{64})\/\d+\.webp$/;

/**
 * Returns the address of a picture stored by this service. A picture that is not approved is served to operators
 * only.
 */
export type PictureAddress = (sha256: string, size: 200 | 400) => string;
const AddressContext = createContext<PictureAddress>((sha256, size) => `/images/${sha256}/${size}.webp`);
export const PictureAddressProvider = AddressContext.Provider;

/** Returns the pictures in a stored value: one, several, or a table of them. Undefined for any other value. */
export function listPictures(value: unknown): StoredPicture[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const items: unknown[] = isPicture(value) ? [value] : Object.values(value);
  return items.length > 0 && items.every(isPicture) ? items : undefined;
}

function isPicture(value: unknown): value is StoredPicture {
  const { url, role } = (value ?? {}) as Partial<StoredPicture>;
  return typeof url === 'string' && typeof role === 'string';
}

export function namePicture({ role, lang }: StoredPicture): string {
  return lang === null ? role : `${role} (${lang})`;
}

/** Thumbnails; a click opens the full picture. */
export function PictureThumbs({
  pictures,
  size = 64,
}: {
  pictures: readonly StoredPicture[];
  size?: number;
}) {
  return (
    <Group gap={6}>
      {pictures.map((picture) => (
        <PictureThumb key={picture.url} picture={picture} size={size} />
      ))}
    </Group>
  );
}

/** Returns the address at which this service shows a picture of Open Facts, or undefined for another host. */
function showSourcePicture(url: string, size: 200 | 400 | 'full'): string | undefined {
  if (!OPEN_FACTS_ORIGINS.some((origin) => url.startsWith(`${origin}/`))) return undefined;
  return url.replace(/^https:\/\//, SOURCE_PICTURES).replace(/\.full\.jpg$/, `.${size}.jpg`);
}

/** Returns the thumbnail of a picture's address, or undefined if the console does not load pictures from its host. */
export function findThumb(address: string): string | undefined {
  if (address.startsWith('/api/admin/')) return address;
  const sha256 = OWN_PICTURE.exec(address)?.[1];
  if (sha256) return `/images/${sha256}/200.webp`;
  return showSourcePicture(address, 200);
}

/** A link when the console does not load pictures from the host. */
export function PictureThumb({ picture, size }: { picture: StoredPicture; size: number }) {
  const addressOf = useContext(AddressContext);
  const sha256 = OWN_PICTURE.exec(picture.url)?.[1];
  const name = namePicture(picture);
  const width = size > 200 ? 400 : 200;
  const shown = sha256 ? addressOf(sha256, width) : showSourcePicture(picture.url, width);
  const whole = sha256 ? addressOf(sha256, 400) : showSourcePicture(picture.url, 'full');
  return (
    <Anchor
      href={whole ?? picture.url}
      target="_blank"
      rel="noreferrer noopener"
      size="xs"
      style={{ overflowWrap: 'anywhere' }}
    >
      {shown ? (
        <Image
          src={shown}
          alt={name}
          title={describeSize(picture)}
          h={size}
          w={size}
          fit="contain"
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      ) : (
        `${name}, ${URL.parse(picture.url)?.host ?? picture.url}`
      )}
    </Anchor>
  );
}

function describeSize({ width, height }: StoredPicture): string | undefined {
  return width === null || height === null ? undefined : `${width} × ${height}`;
}
