import categories from './category-icons.json' with { type: 'json' };

/** A drawing of `assets/icons.svg`. */
export type Icon = keyof typeof categories;

const ICON_BY_CATEGORY = new Map<string, Icon>(
  (Object.keys(categories) as Icon[]).flatMap((icon) =>
    categories[icon].map((code): [string, Icon] => [code, icon]),
  ),
);

/** Returns the drawing for the deepest category of the path that has one. `path`: codes from the root. */
export function iconOf(path: string | null | undefined): Icon {
  const codes = path?.split('/') ?? [];
  return codes.reduce<Icon>((icon, code) => ICON_BY_CATEGORY.get(code) ?? icon, 'box');
}
