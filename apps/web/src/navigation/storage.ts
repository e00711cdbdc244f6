import { makeListeners } from '../ui/listeners.ts';

type Check<T> = (value: unknown) => T | undefined;

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } };

export function bySchema<T>(schema: Schema<T>): Check<T> {
  return (value) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : undefined;
  };
}

/** Replaces web storage where the browser blocks it. Lost at the next full page load. */
const memory = new Map<string, string>();

export type Stored<T> = {
  read(): T | undefined;
  write(value: T): void;
  remove(): void;
  /** Reports changes in this tab and, for `localStorage`, in other tabs. For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
};

/** A value in web storage. Each read validates it, because another version of the portal may have written it. */
export function stored<T>(area: 'localStorage' | 'sessionStorage', key: string, check: Check<T>): Stored<T> {
  const fullKey = `portal.${key}`;
  const changes = makeListeners();
  return {
    read() {
      try {
        const text = memory.get(fullKey) ?? window[area].getItem(fullKey);
        if (text === null) return undefined;
        return check(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    write(value) {
      const text = JSON.stringify(value);
      try {
        window[area].setItem(fullKey, text);
        memory.delete(fullKey);
      } catch {
        memory.set(fullKey, text);
      }
      changes.notify();
    },
    remove() {
      memory.delete(fullKey);
      try {
        window[area].removeItem(fullKey);
      } catch {
        // Ignores the error: where the browser blocks storage, the value was only in memory.
      }
      changes.notify();
    },
    subscribe(listener) {
      const end = changes.subscribe(listener);
      window.addEventListener('storage', listener);
      return () => {
        window.removeEventListener('storage', listener);
        end();
      };
    },
  };
}
