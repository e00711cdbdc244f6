import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * When what had the focus inside a part of the page is gone, such as the row of a person who was removed, reading goes on
 * at `place`. Gives what the part's element needs. Modals and menus are no part of it: they hand the focus back
 * themselves.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    if (document.activeElement !== document.body || !last.current || last.current.isConnected) return;
    last.current = undefined;
    place.current?.focus();
  });
  return {
    onFocus({ currentTarget, target }: FocusEvent) {
      // A modal that is opened here tells its focus here, too, though it stands elsewhere.
      if (currentTarget.contains(target)) last.current = target;
    },
  };
}
