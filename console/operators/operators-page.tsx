import { Badge, Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AdminOperator } from '../../src/access/operators/operator-contract.ts';
import { useMayActAs, useOperator } from '../api/api-context.ts';
import { useListRead } from '../api/use-read.ts';
import { useSignInWays } from '../session/sign-in-choice.tsx';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { NewOperator } from './new-operator.tsx';
import { OperatorActions } from './operator-actions.tsx';

const ROLE_COLORS = { reviewer: 'gray', editor: 'blue', admin: 'grape' };

export function OperatorsPage() {
  const { page } = useSearch({ from: '/operators' });
  const navigate = useNavigate({ from: '/operators' });
  const self = useOperator();
  const isAdmin = useMayActAs('admin');
  const { ways } = useSignInWays();
  const operators = useListRead('/operators', { query: { page, size: 50 } });
  return (
    <>
      <PageHeader
        title="Operators"
        note="Reviewers decide about submissions, editors change the catalogue as well, admins everything"
      >
        {isAdmin && ways?.password && (
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() => modals.open({ title: 'New operator', children: <NewOperator /> })}
          >
            New operator
          </Button>
        )}
      </PageHeader>
      <PagedTable<AdminOperator>
        label="Operators"
        state={operators}
        rowKey={(operator) => operator.id}
        onPage={(next) => void navigate({ search: { page: next } })}
        empty={<EmptyNotice title="There is no operator" />}
        columns={[
          {
            header: 'E-mail',
            cell: (operator) => (
              <Group gap="xs">
                {operator.email}
                {operator.id === self.id && <Badge color="teal">you</Badge>}
                {operator.disabled_at && <Badge color="red">disabled</Badge>}
              </Group>
            ),
          },
          {
            header: 'Role',
            cell: (operator) => <Badge color={ROLE_COLORS[operator.role]}>{operator.role}</Badge>,
          },
          { header: 'One-time codes', cell: (operator) => (operator.totp_enabled ? 'on' : 'off') },
          { header: 'Signed in', align: 'right', cell: (operator) => describeSessions(operator.sessions) },
          { header: 'Last sign-in', cell: (operator) => <RelativeTime value={operator.last_login_at} /> },
          { header: 'Since', cell: (operator) => <RelativeTime value={operator.created_at} /> },
          {
            header: '',
            align: 'right',
            cell: (operator) => (
              <OperatorActions
                operator={operator}
                isSelf={operator.id === self.id}
                hasPasswords={ways?.password === true}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function describeSessions(sessions: number): string {
  if (sessions === 0) return 'nowhere';
  return sessions === 1 ? 'in 1 place' : `in ${sessions} places`;
}
