import type { ComponentChildren } from 'preact';

/** A table that scrolls if it is wider than the page; `children` are its rows. */
export function Table({
  label,
  headings,
  children,
}: {
  label: string;
  headings: string[];
  children: ComponentChildren;
}) {
  return (
    <div class="scrolled" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead data-unsearched>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
