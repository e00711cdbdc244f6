import { useEffect, useState } from 'react';

/** Returns a value after it has stayed the same for a while. */
export function useDebouncedValue<T>(value: T, afterMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return debounced;
}
