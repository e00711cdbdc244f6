import { createContext, use } from 'react';

/** `isReplacing`: Back does not return to the page that is left. */
type NavigateDocument = (url: string, how?: { isReplacing: boolean }) => void;

/** Leaves the page by a full load; a spec puts its own function here. */
export const DocumentNavigationContext = createContext<NavigateDocument>((url, how) => {
  if (how?.isReplacing) window.location.replace(url);
  else window.location.assign(url);
});

export function useDocumentNavigation(): NavigateDocument {
  return use(DocumentNavigationContext);
}
