import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { UpstreamEntry } from '../../src/upstream/upstream-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Edits the address of an upstream and how often its whole file is imported. An empty address is the usual one. */
export function UpstreamForm({ upstream, onWhole }: { upstream: UpstreamEntry; onWhole: () => void }) {
  const { source, is_on } = upstream;
  const form = useForm({ initialValues: { address: upstream.address, whole_days: upstream.whole_days } });
  const save = useWrite({
    write: (api, { address, whole_days }: typeof form.values) =>
      api.patch('/upstreams/{source}', { path: { source }, body: { address: address || null, whole_days } }),
    done: () => `${source} is changed`,
    refresh: [['upstreams']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <TextInput
          label="Address"
          description="Empty: the usual one, or that of SOURCES. SOURCES_HOSTS allows other hosts."
          type="url"
          {...form.getInputProps('address')}
        />
        <NumberInput
          label="Days between whole files"
          min={1}
          max={365}
          required
          {...form.getInputProps('whole_days')}
        />
        {save.error && <ProblemNotice problem={save.error} />}
        <Group justify="space-between">
          <Button
            variant="default"
            disabled={!is_on}
            onClick={() => {
              onWhole();
              modals.closeAll();
            }}
          >
            Import the whole file now
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
