import { use, useRef, type KeyboardEvent } from 'react';
import { ListStateContext } from 'react-aria-components/ListBox';

/** docs/product.md 5; React Aria forgets what was typed after the same time. */
const SEARCH_RESET_MS = 1000;

/**
 * Type-ahead of React Aria begins with the highlighted option itself, so that "un" would stay at United States, which
 * stands first. As native lists do, we let each new word begin with the option after it.
 */
export function useSearchFromNext(
  options: readonly { value: string; label: string }[],
): (event: KeyboardEvent) => void {
  const list = use(ListStateContext)?.selectionManager;
  const lastTypedMs = useRef(-SEARCH_RESET_MS);
  return (event) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey, nativeEvent } = event;
    // Of an input method that is composing: its letters and its Enter are no keys of the list (UI Events).
    if (nativeEvent.isComposing) return event.stopPropagation();
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
    const isNewWord = timeStamp - lastTypedMs.current >= SEARCH_RESET_MS;
    lastTypedMs.current = timeStamp;
    const current = Math.max(
      0,
      options.findIndex(({ value }) => value === list?.focusedKey),
    );
    if (isNewWord && beginsWith(options[current]?.label, key))
      list?.setFocusedKey(options[(current + 1) % options.length]?.value ?? null);
  };
}

function beginsWith(label: string | undefined, letter: string): boolean {
  return label?.charAt(0).localeCompare(letter, undefined, { sensitivity: 'base' }) === 0;
}
