import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { AdminKind } from '../../src/catalog/kinds/kind-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { WriteForm } from '../parts/dialogs/write-form.tsx';
import { TextLink } from '../parts/text/text-link.tsx';

export function KindsPage() {
  const isAdmin = useMayActAs('admin');
  const kinds = useRead('/kinds');
  return (
    <>
      <PageHeader title="Kinds" note="The archive kinds, and the fields that describe products of each">
        {isAdmin && (
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() => modals.open({ title: 'New kind', children: <NewKind /> })}
          >
            New kind
          </Button>
        )}
      </PageHeader>
      <PagedTable<AdminKind>
        label="Kinds"
        state={kinds}
        rowKey={(kind) => kind.code}
        empty={<EmptyNotice title="There is no kind" />}
        columns={[
          {
            header: 'Name',
            cell: (kind) => (
              <TextLink to="/kinds/$code" params={{ code: kind.code }}>
                {kind.name}
              </TextLink>
            ),
          },
          { header: 'Code', cell: (kind) => <span className="code-text">{kind.code}</span> },
          {
            header: 'Fields',
            align: 'right',
            cell: (kind) => (kind.code === 'food' ? 'fixed record' : formatCount(kind.field_count)),
          },
          { header: 'Categories', align: 'right', cell: (kind) => formatCount(kind.category_count) },
          { header: 'Products', align: 'right', cell: (kind) => formatCount(kind.product_count) },
        ]}
      />
    </>
  );
}

function NewKind() {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', code: '' } });
  const create = useWrite<typeof form.values, AdminKind>({
    write: (api, body) => api.post('/kinds', { body }),
    done: (kind) => `${kind.name} is a kind now; give it fields`,
    refresh: [['kinds']],
    onDone: ({ code }) => {
      modals.closeAll();
      void navigate({ to: '/kinds/$code', params: { code } });
    },
  });
  return (
    <WriteForm form={form} write={create} action="Make kind">
      <TextInput label="Name" required maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Code"
        description="Never changes: lower-case letters, digits and _"
        required
        {...form.getInputProps('code')}
      />
    </WriteForm>
  );
}
