import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminOperator, OwnProof as Proof } from '../../src/access/operators/operator-contract.ts';
import { useOperator } from '../api/api-context.ts';
import type { ApiClient } from '../api/api-client.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

export const NO_PROOF = { own_password: '', own_totp_code: '' };

/** Omits what was not typed. */
export function withProof<Values extends typeof NO_PROOF>(given: Values) {
  const { own_password: password, own_totp_code: code, ...values } = given;
  return {
    ...values,
    ...(password !== '' && { own_password: password }),
    ...(code !== '' && { own_totp_code: code }),
  };
}

/** Asks for the operator's own password and, if enabled, a one-time code. A session without a password must be new. */
export function OwnProof({ fieldProps }: { fieldProps: (name: keyof typeof NO_PROOF) => object }) {
  const { totp_enabled: hasCodes, session } = useOperator();
  if (session.began_by !== 'password')
    return (
      <Text size="sm" c="dimmed">
        Your own sign-in must not be older than 10 minutes.
      </Text>
    );
  return (
    <>
      <PasswordInput
        label="Your own password"
        required
        autoComplete="current-password"
        {...fieldProps('own_password')}
      />
      {hasCodes && (
        <TextInput
          label="Your one-time code"
          required
          inputMode="numeric"
          pattern="\d{6}"
          maxLength={6}
          autoComplete="one-time-code"
          {...fieldProps('own_totp_code')}
        />
      )}
    </>
  );
}

export interface ProvenChangeProps {
  /** What the change means for the other operator. */
  consequence: string;
  /** The label of the button. */
  action: string;
  write: (api: ApiClient, body: Proof) => Promise<AdminOperator>;
  done: string;
}

/** A change of another operator's access that needs only the proof. */
export function ProvenChange({ consequence, action, write, done }: ProvenChangeProps) {
  const form = useForm({ initialValues: NO_PROOF });
  const change = useWrite<typeof form.values>({
    write: (api, values) => write(api, withProof(values)),
    done: () => done,
    refresh: [['operators']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={change} action={action}>
      <Text size="sm">{consequence}</Text>
      <OwnProof fieldProps={form.getInputProps} />
    </WriteForm>
  );
}
