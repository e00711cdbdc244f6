import { createContext, use } from 'react';

/** `isReplacing`: replaces the history entry, so that Back skips this page. */
type NavigateDocument = (url: string, how?: { isReplacing: boolean }) => void;

/** Navigates with a full page load. Specs provide their own function. */
export const DocumentNavigationContext = createContext<NavigateDocument>((url, how) => {
  if (how?.isReplacing) window.location.replace(url);
  else window.location.assign(url);
});

export function useDocumentNavigation(): NavigateDocument {
  return use(DocumentNavigationContext);
}
