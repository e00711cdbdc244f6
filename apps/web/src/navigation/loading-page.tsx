import { useDocumentTitle } from '../page-values/document-title.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export function LoadingPage({ title }: { title: string }) {
  useDocumentTitle(title);
  return <PageSkeleton title={title} />;
}
