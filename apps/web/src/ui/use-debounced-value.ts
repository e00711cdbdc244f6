import { useEffect, useState } from 'react';

/** A value once it has stayed the same for a while: nobody is asked about every letter. */
export function useDebouncedValue<T>(value: T, afterMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return debounced;
}
