import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import { iconOf } from '../layout/category-icon.ts';
import type { Texts } from '../texts/texts.ts';

/** Links to categories, each with its number of products. `hasIcons` shows tiles with a drawing. */
export function CategoryLinks({
  nodes,
  hasIcons = false,
  texts: { number },
}: {
  nodes: readonly CategoryNode[];
  hasIcons?: boolean;
  texts: Texts;
}) {
  return (
    <ul class={hasIcons ? 'tiles' : 'chips'}>
      {nodes.map(({ code, name, path, product_count: count }) => (
        <li key={code}>
          <a href={`/category/${code}`}>
            {hasIcons && <span class={`icon icon-${iconOf(path)}`} />}
            {name} <span class="faint">{number(count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
