import { use, useRef, type KeyboardEvent } from 'react';
import { ListStateContext } from 'react-aria-components/ListBox';
import { beginsWith } from './option-search.ts';
import type { Option } from './select-parts.ts';

/** A key after this pause begins a new word (docs/product.md 5), as in React Aria. */
const SEARCH_RESET_MS = 1000;

/**
 * React Aria's type-ahead starts its search at the focused option. Here, a new word starts the search at the next
 * option, as in native lists: if United States is focused, "un" finds the next country. If no label begins with the
 * word, searches the other names of the options.
 */
export function useSearchFromNext(options: readonly Option[]): (event: KeyboardEvent) => void {
  const list = use(ListStateContext)?.selectionManager;
  const typed = useRef({ word: '', atMs: -SEARCH_RESET_MS });
  return (event) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey, nativeEvent } = event;
    // While an input method composes text, keys must not reach the list (W3C UI Events, `isComposing`).
    if (nativeEvent.isComposing) return event.stopPropagation();
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
    const isNewWord = timeStamp - typed.current.atMs >= SEARCH_RESET_MS;
    // A space chooses the option, unless it continues a word.
    if (isNewWord && key === ' ') return;
    const word = (isNewWord ? '' : typed.current.word) + key;
    typed.current = { word, atMs: timeStamp };
    const current = Math.max(
      0,
      options.findIndex(({ value }) => value === list?.focusedKey),
    );
    const byLabel = (option: Option | undefined) => option && beginsWith({ ...option, search: [] }, word);
    if (isNewWord && byLabel(options[current]))
      list?.setFocusedKey(options[(current + 1) % options.length]?.value ?? null);
    else if (!options.some(byLabel)) {
      const found = options.find((option) => beginsWith(option, word));
      if (found) list?.setFocusedKey(found.value);
    }
  };
}
