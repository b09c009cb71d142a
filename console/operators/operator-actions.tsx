import { ActionIcon, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots } from '@tabler/icons-react';
import type { AdminOperator } from '../../src/access/operators/operator-contract.ts';
import type { ApiClient } from '../api/api-client.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { ChangeRole } from './change-role.tsx';
import { ProvenChange } from './own-proof.tsx';
import { ResetPassword } from './reset-password.tsx';

interface Change {
  title: string;
  consequence: string;
  /** The label of the button. */
  action: string;
  write: (api: ApiClient, operator: { path: { id: string } }) => Promise<unknown>;
  done: string;
}

/**
 * An admin's actions on an operator; each says first what it does. Admins change their own password and codes on
 * their own page, with the current password.
 */
export function OperatorActions({
  operator,
  isSelf,
  hasPasswords,
}: {
  operator: AdminOperator;
  isSelf: boolean;
  /** Whether operators sign in with passwords here. */
  hasPasswords: boolean;
}) {
  const { email, id } = operator;
  const change = useAskedWrite<Change>({
    ask: ({ title, consequence, action }) => ({
      title,
      consequences: [consequence],
      action,
      isDangerous: true,
    }),
    write: (api, { write }) => write(api, { path: { id } }),
    done: (_result, { done }) => done,
    refresh: [['operators']],
    failed: `${email} is as before`,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Change ${email}`} loading={change.isPending}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            modals.open({ title: `Role of ${email}`, children: <ChangeRole operator={operator} /> })
          }
        >
          Change role…
        </Menu.Item>
        <Menu.Item
          disabled={isSelf || !hasPasswords}
          onClick={() =>
            modals.open({
              title: `New password for ${email}`,
              children: <ResetPassword operator={operator} />,
            })
          }
        >
          Give a new password…
        </Menu.Item>
        <Menu.Item
          disabled={isSelf || !hasPasswords || !operator.totp_enabled}
          onClick={() =>
            modals.open({
              title: `Turn off one-time codes of ${email}?`,
              children: (
                <ProvenChange
                  consequence="From now on the password alone lets this operator in. All sessions end."
                  action="Turn off codes"
                  write={(api, body) => api.delete('/operators/{id}/totp', { path: { id }, body })}
                  done={`${email} signs in without codes now`}
                />
              ),
            })
          }
        >
          Turn off one-time codes…
        </Menu.Item>
        <Menu.Item
          disabled={operator.sessions === 0}
          onClick={() =>
            change.mutate({
              title: `Sign ${email} out everywhere?`,
              consequence: isSelf
                ? 'You have to sign in again.'
                : 'The operator has to sign in again, and keeps what was typed.',
              action: 'Sign out',
              write: (api, one) => api.delete('/operators/{id}/sessions', one),
              done: `${email} is signed out`,
            })
          }
        >
          Sign out everywhere…
        </Menu.Item>
        <Menu.Divider />
        {operator.disabled_at ? (
          <Menu.Item
            onClick={() =>
              modals.open({
                title: `Let ${email} in again?`,
                children: (
                  <ProvenChange
                    consequence="The operator may sign in, with the password of before."
                    action="Let in again"
                    write={(api, body) => api.post('/operators/{id}/enable', { path: { id }, body })}
                    done={`${email} may sign in again`}
                  />
                ),
              })
            }
          >
            Let in again…
          </Menu.Item>
        ) : (
          <Menu.Item
            color="red"
            disabled={isSelf}
            onClick={() =>
              change.mutate({
                title: `Disable ${email}?`,
                consequence:
                  'All sessions end, and sign-in is refused until an admin lets the operator in again.',
                action: 'Disable operator',
                write: (api, one) => api.post('/operators/{id}/disable', one),
                done: `${email} is disabled`,
              })
            }
          >
            Disable…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
