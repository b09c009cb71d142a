import type { ComponentChildren } from 'preact';

interface TableProps {
  label: string;
  headings: readonly ComponentChildren[];
  class?: string;
  /** Whether the label is shown above the table. */
  isCaptioned?: boolean;
  children: ComponentChildren;
}

/** A table that scrolls if it is wider than the page; `children` are its rows. */
export function Table({ label, headings, class: className, isCaptioned, children }: TableProps) {
  return (
    <div class="scrolled" tabIndex={0} role="group" aria-label={label}>
      <table class={className}>
        {isCaptioned && <caption>{label}</caption>}
        <thead data-unsearched>
          <tr>
            {headings.map((heading, place) => (
              <th key={place} scope="col">
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
