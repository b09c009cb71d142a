import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import type { Texts } from '../texts/texts.ts';

/** Links to categories, each with how many products it has. */
export function CategoryLinks({
  nodes,
  texts: { number },
}: {
  nodes: readonly CategoryNode[];
  texts: Texts;
}) {
  return (
    <ul class="chips">
      {nodes.map(({ code, name, product_count: count }) => (
        <li key={code}>
          <a href={`/category/${code}`}>
            {name} <span class="faint">{number(count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
