import { useEffect } from 'react';
import { PageSpinner } from '../ui/spinner.tsx';
import { useDocumentNavigation } from './document-navigation.ts';

/** Redirects to a page that needs a full load, such as one with a CSP of its own. */
export function DocumentRedirect({ url }: { url: string }) {
  const leave = useDocumentNavigation();
  useEffect(() => {
    leave(url, { isReplacing: true });
  }, [leave, url]);
  return <PageSpinner />;
}
