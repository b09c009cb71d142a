import { Button, Grid, Skeleton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { CategoryPanel } from './category-panel.tsx';
import { CategoryTree } from './category-tree.tsx';
import { NewCategory } from './new-category.tsx';

export function CategoriesPage() {
  const { id } = useSearch({ from: '/categories' });
  const navigate = useNavigate({ from: '/categories' });
  const isAdmin = useMayActAs('admin');
  const categories = useRead('/categories');
  const items = categories.data?.items ?? [];
  const open = items.find((category) => category.id === id);
  const show = (next: string | undefined) => void navigate({ search: { id: next } });
  return (
    <>
      <PageHeader title="Categories" note="A category’s archive kind decides which record its products have">
        {isAdmin && (
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              modals.open({
                title: 'New root category',
                children: <NewCategory parent={null} onMade={show} />,
              })
            }
          >
            New root
          </Button>
        )}
      </PageHeader>
      {categories.error && !categories.data && (
        <ProblemNotice problem={categories.error} onRetry={() => void categories.refetch()} />
      )}
      {categories.isPending && <Skeleton height={480} />}
      {categories.data && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 5, xl: 4 }}>
            <Panel title="Tree">
              <CategoryTree categories={items} openId={id} onOpen={show} />
            </Panel>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7, xl: 8 }}>
            {open ? (
              <CategoryPanel key={open.id} category={open} categories={items} onOpen={show} />
            ) : (
              <EmptyNotice title="Choose a category">
                Its names, its place, its kind and its products are shown here.
              </EmptyNotice>
            )}
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}
