import { useLayoutEffect, useSyncExternalStore } from 'react';
import { usePageValues } from './page-values.tsx';

let current = '';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readTitle(): string {
  return current;
}

/** Sets the page's title; the shell announces it to screen readers. */
export function useDocumentTitle(title: string): void {
  const { productName } = usePageValues();
  useLayoutEffect(() => {
    current = `${title} – ${productName}`;
    document.title = current;
    for (const listener of listeners) listener();
  }, [title, productName]);
}

export function useCurrentTitle(): string {
  return useSyncExternalStore(subscribe, readTitle, readTitle);
}
