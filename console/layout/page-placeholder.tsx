import { Skeleton, Stack } from '@mantine/core';

/** The outline of a page while its code is fetched. */
export function PagePlaceholder() {
  return (
    <Stack aria-busy="true" aria-label="Loading">
      <Skeleton height={30} width={240} />
      <Skeleton height={220} />
    </Stack>
  );
}
