import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Moves the focus to `heading` when the focused element inside a section is removed, such as the row of a removed
 * person. Returns the props of the section's element. Modals and menus restore the focus themselves.
 */
export function useFocusAfterRemoval(heading: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    if (document.activeElement !== document.body || !last.current || last.current.isConnected) return;
    last.current = undefined;
    heading.current?.focus();
  });
  return {
    onFocus({ currentTarget, target }: FocusEvent) {
      // React also bubbles the focus events of modals that the section opens.
      if (currentTarget.contains(target)) last.current = target;
    },
  };
}
