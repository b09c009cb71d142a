import { Button, Group, Image, Stack, Textarea, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useWrite } from '../api/use-write.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** The product's contributed pictures, with a button to take each down. */
export function ContributedPictures({ product }: { product: AdminProduct }) {
  const mayTakeDown = useMayActAs('editor');
  const pictures = Object.entries(product.contributed_pictures);
  if (pictures.length === 0) return null;
  return (
    <Panel title="Pictures from contributors">
      <Group align="flex-start" gap="sm">
        {pictures.map(([sha256, { role, width, height }]) => (
          <Stack key={sha256} gap={4} w={160}>
            <Image
              src={`/images/${sha256}/400.webp`}
              alt={`${role}, ${width} × ${height}`}
              h={160}
              w={160}
              fit="contain"
              loading="lazy"
            />
            {mayTakeDown && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() =>
                  modals.open({
                    title: `Take down the picture of ${product.name}`,
                    children: <TakeDown sha256={sha256} />,
                  })
                }
              >
                Take down…
              </Button>
            )}
          </Stack>
        ))}
      </Group>
    </Panel>
  );
}

function TakeDown({ sha256 }: { sha256: string }) {
  const form = useForm({ initialValues: { reason: '' } });
  const takeDown = useWrite({
    write: (api, { reason }: typeof form.values) =>
      api.post('/images/{sha256}/take-down', { path: { sha256 }, body: { reason: reason.trim() } }),
    done: () => 'The picture is taken down',
    refresh: [['products'], ['submissions']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => takeDown.mutate(values))}>
      <Stack>
        <Image src={`/images/${sha256}/400.webp`} alt="The picture" mah={240} fit="contain" />
        <Text size="sm">
          It is removed from every product and deleted, and neither it nor one that looks like it is taken
          again. This cannot be taken back.
        </Text>
        <Textarea
          label="Reason"
          required
          maxLength={500}
          autosize
          data-autofocus
          {...form.getInputProps('reason')}
        />
        {takeDown.error && <ProblemNotice problem={takeDown.error} />}
        <Button
          type="submit"
          color="red.9"
          disabled={form.values.reason.trim() === ''}
          loading={takeDown.isPending}
        >
          Take down
        </Button>
      </Stack>
    </form>
  );
}
