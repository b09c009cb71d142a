import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { Role } from '../../src/platform/http/callers/operator.ts';
import type { AdminOperator } from '../../src/access/operators/operator-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';
import { NO_PROOF, OwnProof, withProof } from './own-proof.tsx';
import { RoleChoice } from './role-choice.tsx';

export function NewOperator() {
  const form = useForm({
    initialValues: { email: '', role: 'reviewer' as Role, password: '', ...NO_PROOF },
  });
  const create = useWrite<typeof form.values, AdminOperator>({
    write: (api, values) => api.post('/operators', { body: withProof(values) }),
    done: (operator) => `${operator.email} may sign in as ${operator.role}`,
    refresh: [['operators']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={create} action="Make operator">
      <TextInput
        label="E-mail"
        type="email"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <RoleChoice {...form.getInputProps('role')} />
      <PasswordInput
        label="First password"
        description="Hand it over safely; the operator changes it under “Your access”"
        required
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <OwnProof fieldProps={form.getInputProps} />
    </WriteForm>
  );
}
