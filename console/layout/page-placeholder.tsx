import { Skeleton, Stack } from '@mantine/core';

/** A page skeleton while the page's code loads. */
export function PagePlaceholder() {
  return (
    <Stack aria-busy="true" aria-label="Loading">
      <Skeleton height={30} width={240} />
      <Skeleton height={220} />
    </Stack>
  );
}
