import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminOperator } from '../../src/access/operators/operator-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';
import { NO_PROOF, OwnProof, withProof } from './own-proof.tsx';
import { RoleChoice } from './role-choice.tsx';

export function ChangeRole({ operator }: { operator: AdminOperator }) {
  const form = useForm({ initialValues: { role: operator.role, ...NO_PROOF } });
  const change = useWrite<typeof form.values, AdminOperator>({
    write: (api, values) =>
      api.patch('/operators/{id}', { path: { id: operator.id }, body: withProof(values) }),
    done: (changed) => `${changed.email} is ${changed.role} now`,
    refresh: [['operators']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={change} action="Change role" isReady={form.values.role !== operator.role}>
      <RoleChoice {...form.getInputProps('role')} />
      <Text size="sm" c="dimmed">
        All sessions of this operator end.
      </Text>
      <OwnProof fieldProps={form.getInputProps} />
    </WriteForm>
  );
}
