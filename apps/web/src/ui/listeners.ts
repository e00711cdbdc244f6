/** Makes the subscribers of a value outside of React, for `useSyncExternalStore`. Call `notify` after a change. */
export function makeListeners() {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
  };
}
