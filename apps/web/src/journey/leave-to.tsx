import { useEffect } from 'react';
import { PageSpinner } from '../ui/spinner.tsx';
import { useLeave } from './leave.ts';

/** Leads to a page that has to be loaded anew, such as one with a policy of its own. */
export function LeaveTo({ url }: { url: string }) {
  const leave = useLeave();
  useEffect(() => {
    leave(url, { isReplacing: true });
  }, [leave, url]);
  return <PageSpinner />;
}
