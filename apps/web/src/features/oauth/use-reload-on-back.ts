import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useDocumentNavigation } from '../../journey/document-navigation.ts';

/** Reloads the page when Back restores it from the bfcache: its request is answered and its ticket used. */
export function useReloadOnBack(): void {
  const leave = useDocumentNavigation();
  const { pathname, search } = useLocation();
  useEffect(() => {
    function onPageShow({ persisted }: PageTransitionEvent): void {
      if (persisted) leave(pathname + search, { isReplacing: true });
    }
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [leave, pathname, search]);
}
