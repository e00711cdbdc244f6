import { useDocumentTitle } from '../page-values/document-title.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import layout from './layout.module.css';

/** While a screen learns what it is about. */
export function LoadingPage({ title }: { title: string }) {
  useDocumentTitle(title);
  return (
    <div className={layout.form}>
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      <PageSpinner />
    </div>
  );
}
