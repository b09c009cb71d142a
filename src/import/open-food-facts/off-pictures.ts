import { buildImageAddress, readImageAddress } from '../../catalog/pictures/open-facts-images.ts';
import type { PictureRole, StoredPicture } from '../../facts/registry/fact-list.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { LANGUAGE_CODES } from '../../facts/registry/language-codes.ts';
import { isFileRow, type FileRow } from '../reading/file-row.ts';
import type { ProductType } from './off-product-type.ts';
import { readNumber, readText } from './off-row.ts';

const { roles: ROLES, most: MOST } = FACTS.pictures.value;
/** Columns of the tab-separated form, which has no list of pictures. */
const ADDRESS_COLUMNS = ['image_url', ...ROLES.map((role) => `image_${role}_url`)];

interface SelectedImage {
  role: PictureRole;
  lang: string | null;
  /** The picture's revision and sizes. */
  image: FileRow;
}

/**
 * Reads the pictures that contributors selected, one per role and language, front first. If there are too many, those
 * in the product's language and English are kept. Pictures as uploaded are ignored.
 */
export function readOffPictures(row: FileRow, code: string, { imageHost }: ProductType): StoredPicture[] {
  if (!/^\d{4,24}$/.test(code)) return [];
  const images = isFileRow(row['images']) ? row['images'] : {};
  const selected = isFileRow(images['selected']) ? listSelected(images['selected']) : listPlain(images);
  const pictures = selected.flatMap(({ role, lang, image }): StoredPicture[] => {
    const revision = readNumber(image['rev']);
    if (!Number.isInteger(revision) || revision < 1) return [];
    const imageId = lang === null ? role : `${role}_${lang}`;
    const sizes = isFileRow(image['sizes']) ? image['sizes'] : {};
    const full = isFileRow(sizes['full']) ? sizes['full'] : {};
    return [
      {
        role,
        lang,
        url: buildImageAddress(imageHost, code, imageId, revision),
        width: readPixels(full['w']),
        height: readPixels(full['h']),
      },
    ];
  });
  return choosePictures(pictures.length > 0 ? pictures : readAddresses(row), row);
}

/** The form since 2025: by role, then by language. */
function listSelected(selected: FileRow): SelectedImage[] {
  return ROLES.flatMap((role) =>
    Object.entries(isFileRow(selected[role]) ? selected[role] : {}).flatMap(([lang, image]) =>
      isLanguage(lang) && isFileRow(image) ? [{ role, lang, image }] : [],
    ),
  );
}

/**
 * The older form: `front_fr`, beside uploaded pictures with numbers. A picture without a language counts only if no
 * other has one.
 */
function listPlain(images: FileRow): SelectedImage[] {
  return ROLES.flatMap((role) => {
    const listed = Object.entries(images).flatMap(([key, image]): SelectedImage[] => {
      const lang = key.startsWith(`${role}_`) ? key.slice(role.length + 1) : '';
      return isLanguage(lang) && isFileRow(image) ? [{ role, lang, image }] : [];
    });
    const plain = images[role];
    return listed.length === 0 && isFileRow(plain) ? [{ role, lang: null, image: plain }] : listed;
  });
}

function readAddresses(row: FileRow): StoredPicture[] {
  const byUrl = new Map<string, StoredPicture>();
  for (const column of ADDRESS_COLUMNS) {
    const image = readImageAddress(readText(row, column));
    const role = ROLES.find((one) => one === image?.role);
    if (!image || !role) continue;
    const url = buildImageAddress(image.host, image.code, image.imageId, image.revision);
    byUrl.set(url, {
      role,
      lang: isLanguage(image.lang) ? image.lang : null,
      url,
      width: null,
      height: null,
    });
  }
  return [...byUrl.values()];
}

function choosePictures(pictures: readonly StoredPicture[], row: FileRow): StoredPicture[] {
  const languages: unknown[] = [row['lang'] ?? row['lc'], 'en'];
  const rankOf = ({ lang }: StoredPicture) =>
    languages.includes(lang) ? languages.indexOf(lang) : languages.length;
  return pictures
    .toSorted((a, b) => rankOf(a) - rankOf(b) || compare(a.lang ?? '', b.lang ?? ''))
    .slice(0, MOST)
    .toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}

const isLanguage = (text: string | null) => text !== null && LANGUAGE_CODES.includes(text);
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function readPixels(value: unknown): number | null {
  const pixels = readNumber(value);
  return Number.isInteger(pixels) && pixels > 0 && pixels <= 100_000 ? pixels : null;
}
