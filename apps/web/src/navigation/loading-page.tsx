import { useDocumentTitle } from '../page-values/document-title.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

/** While a screen learns what it is about. */
export function LoadingPage({ title }: { title: string }) {
  useDocumentTitle(title);
  return <PageSkeleton title={title} />;
}
