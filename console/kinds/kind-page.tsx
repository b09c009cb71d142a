import { Skeleton, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../api/use-read.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { TemplateEditor } from './template-editor.tsx';

export function KindPage() {
  const { code } = useParams({ from: '/kinds/$code' });
  const template = useRead('/kinds/{code}/template', { path: { code } });
  if (template.error && !template.data)
    return <ProblemNotice problem={template.error} onRetry={() => void template.refetch()} />;
  if (!template.data) return <Skeleton height={400} />;
  return (
    <>
      <PageHeader
        title={template.data.name}
        note="What describes a product of this kind; required fields count towards its quality"
      />
      {code === 'food' ? (
        <Text size="sm">
          Food has a fixed record: nutrition, ingredients, allergens and Nutri-Score. It has no template.
        </Text>
      ) : (
        <TemplateEditor template={template.data} />
      )}
    </>
  );
}
