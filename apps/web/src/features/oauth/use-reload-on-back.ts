import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useDocumentNavigation } from '../../journey/document-navigation.ts';

/**
 * Loads the page anew when Back brings it as it was left: what it asked is answered, and its ticket is used up. A page
 * that the browser has not kept is loaded anew in any case.
 */
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
