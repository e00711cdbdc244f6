import { useEffect, useState } from 'react';

/** Returns the last value that has stayed the same for `afterMs`. */
export function useDebouncedValue<T>(value: T, afterMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return debounced;
}
