import { PICTURE_ROLES } from './fact-codes.ts';
import type { FactDeclaration } from './fact-declaration.ts';

/** The pictures of a product. */
export const PICTURE_FACTS = {
  image: {
    label: 'Pictures',
    section: 'pictures',
    isClaimed: false,
    isSubmittable: false,
    isExported: false,
    parts: {
      images: {
        label: 'Pictures',
        value: { type: 'list', most: 20, of: 'address' },
        stored: 'products',
        description: 'Addresses of pictures',
      },
    },
  },
  pictures: {
    label: 'Pictures by what they show',
    section: 'pictures',
    isClaimed: false,
    value: { type: 'pictures', most: 20, roles: PICTURE_ROLES },
    isSubmittable: false,
    isExported: false,
  },
  contributed_pictures: {
    label: 'Pictures from contributors',
    isClaimed: false,
    derived: ['pictures'],
    value: { type: 'picture_table', roles: PICTURE_ROLES },
    isSubmittable: false,
    isWritten: false,
    isPublic: false,
    isExported: false,
    description: 'By the SHA-256 of the stored picture; the public detail shows them among `pictures`',
  },
} as const satisfies Readonly<Record<string, FactDeclaration>>;
