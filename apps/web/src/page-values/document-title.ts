import { useLayoutEffect, useSyncExternalStore } from 'react';
import { makeListeners } from '../ui/listeners.ts';
import { usePageValues } from './page-values.tsx';

let current = '';
const changes = makeListeners();

function readTitle(): string {
  return current;
}

export function useDocumentTitle(title: string): void {
  const { productName } = usePageValues();
  useLayoutEffect(() => {
    current = `${title} – ${productName}`;
    document.title = current;
    changes.notify();
  }, [title, productName]);
}

export function useCurrentTitle(): string {
  return useSyncExternalStore(changes.subscribe, readTitle, readTitle);
}
