import { useEffect } from 'react';
import { PageSpinner } from '../ui/spinner.tsx';
import { useDocumentNavigation } from './document-navigation.ts';

/** For a page that needs a full load, for example because it has its own CSP. */
export function DocumentRedirect({ url }: { url: string }) {
  const leave = useDocumentNavigation();
  useEffect(() => {
    leave(url, { isReplacing: true });
  }, [leave, url]);
  return <PageSpinner />;
}
