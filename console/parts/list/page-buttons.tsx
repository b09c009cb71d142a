import { Pagination } from '@mantine/core';

/** Leads to the other pages of a list; nothing if there is one page. */
export function PageButtons({
  page,
  size,
  total,
  onPage,
}: {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}) {
  if (total <= size) return null;
  return (
    <Pagination
      size="sm"
      total={Math.ceil(total / size)}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
    />
  );
}
