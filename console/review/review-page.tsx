import { PageHeader } from '../parts/page-header.tsx';

export function ReviewPage() {
  return <PageHeader title="Review" />;
}
