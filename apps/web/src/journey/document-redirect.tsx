import { useEffect } from 'react';
import { PageSpinner } from '../ui/spinner.tsx';
import { useDocumentNavigation } from './document-navigation.ts';

/** Leads to a page that has to be loaded anew, such as one with a policy of its own. */
export function DocumentRedirect({ url }: { url: string }) {
  const leave = useDocumentNavigation();
  useEffect(() => {
    leave(url, { isReplacing: true });
  }, [leave, url]);
  return <PageSpinner />;
}
