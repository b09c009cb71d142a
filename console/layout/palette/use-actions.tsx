import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayActAs, type Role } from '../../../src/platform/http/callers/operator.ts';
import { useApi, useOperator } from '../../api/api-context.ts';
import { useRebuild } from '../../operations/use-rebuild.ts';
import { noticeDone, noticeProblem } from '../../parts/notices.ts';

interface Action {
  label: string;
  /** The lowest role that may do it. */
  role: Role;
  run: () => unknown;
}

/** Returns the actions that are available everywhere. */
export function useActions(onHelp: () => void): Action[] {
  const operator = useOperator();
  const api = useApi();
  const navigate = useNavigate();
  const rebuild = useRebuild();
  const { setColorScheme } = useMantineColorScheme();
  const otherScheme = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const takeNext = async () => {
    const { submission } = await api.get('/submissions/next');
    if (submission) await navigate({ to: '/review', search: { id: submission.id } });
    else noticeDone('Other operators work on all that waits');
  };
  const openForm = async (title: string, load: () => Promise<ReactNode>) =>
    modals.open({ title, children: await load() });
  const actions: Action[] = [
    { label: 'Take the next submission', role: 'reviewer', run: takeNext },
    { label: 'New product', role: 'editor', run: () => navigate({ to: '/products/new' }) },
    {
      label: 'New brand…',
      role: 'editor',
      run: () =>
        openForm('New brand', async () => {
          const { NewBrand } = await import('../../brands/new-brand.tsx');
          return <NewBrand />;
        }),
    },
    {
      label: 'New operator…',
      role: 'admin',
      run: () =>
        openForm('New operator', async () => {
          const { NewOperator } = await import('../../operators/new-operator.tsx');
          return <NewOperator />;
        }),
    },
    {
      label: 'Revoke a leaked key…',
      role: 'admin',
      run: () =>
        openForm('Revoke a leaked key', async () => {
          const { RevokeLeaked } = await import('../../keys/revoke-leaked.tsx');
          return <RevokeLeaked />;
        }),
    },
    { label: 'Rebuild the index…', role: 'admin', run: () => rebuild.mutate() },
    { label: 'Password, codes, sessions', role: 'reviewer', run: () => navigate({ to: '/me' }) },
    { label: 'Keyboard help', role: 'reviewer', run: onHelp },
    { label: `Switch to ${otherScheme}`, role: 'reviewer', run: () => setColorScheme(otherScheme) },
  ];
  return actions
    .filter(({ role }) => mayActAs(operator.role, role))
    .map((action) => ({
      ...action,
      run: async () => {
        try {
          await action.run();
        } catch (problem) {
          noticeProblem(`${action.label}: that did not work`, problem);
        }
      },
    }));
}
