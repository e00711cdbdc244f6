/** Creates the listeners of a value outside of React, for `useSyncExternalStore`. `notify` reports a change. */
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
