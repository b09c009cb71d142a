import { Button, Center, Stack } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, useRouter } from '@tanstack/react-router';
import { isProblem } from '../api/api-problem.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Shown instead of a page that failed to render; the frame around it still works. */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (!isProblem(error, 'outdated')) {
    const retry = () => {
      reset();
      void router.invalidate();
    };
    return <ProblemNotice problem={error} onRetry={retry} />;
  }
  return (
    <Center mih={240}>
      <Stack align="center">
        <EmptyNotice title="There is a newer console">Load it to go on to this page.</EmptyNotice>
        <Button onClick={() => globalThis.location.reload()}>Load it</Button>
      </Stack>
    </Center>
  );
}

export function UnknownPage() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <Button renderRoot={(props) => <Link to="/" {...props} />}>To the start</Button>
    </>
  );
}
