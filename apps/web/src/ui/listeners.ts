/** Who shows a value that React does not keep, in the form of `useSyncExternalStore`: `tell` them when it has changed. */
export function makeListeners() {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(): void {
      for (const listener of listeners) listener();
    },
  };
}
