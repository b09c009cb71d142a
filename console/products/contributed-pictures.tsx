import { Button, Group, Image, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useWrite } from '../api/use-write.ts';
import { Panel } from '../parts/panel.tsx';
import { WriteWithReason } from '../parts/dialogs/write-with-reason.tsx';

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
  const takeDown = useWrite({
    write: (api, reason: string) =>
      api.post('/images/{sha256}/take-down', { path: { sha256 }, body: { reason } }),
    done: () => 'The picture is taken down',
    refresh: [['products'], ['submissions']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteWithReason write={takeDown} action="Take down">
      <Image src={`/images/${sha256}/400.webp`} alt="The picture" mah={240} fit="contain" />
      <Text size="sm">
        It is removed from every product and deleted, and neither it nor one that looks like it is taken
        again. This cannot be taken back.
      </Text>
    </WriteWithReason>
  );
}
