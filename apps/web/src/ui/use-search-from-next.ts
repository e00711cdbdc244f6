import { use, useRef, type KeyboardEvent } from 'react';
import { ListStateContext } from 'react-aria-components/ListBox';
import { beginsWith } from './option-search.ts';
import type { Option } from './select-parts.ts';

/** docs/product.md 5. React Aria uses the same timeout. */
const SEARCH_RESET_MS = 1000;

/**
 * React Aria's type-ahead begins with the highlighted option, so that "un" would stay at United States, which is first. As
 * in native lists, each new word begins with the option after it. Where no label begins with the word, another name of an
 * option is searched for.
 */
export function useSearchFromNext(options: readonly Option[]): (event: KeyboardEvent) => void {
  const list = use(ListStateContext)?.selectionManager;
  const typed = useRef({ word: '', atMs: -SEARCH_RESET_MS });
  return (event) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey, nativeEvent } = event;
    // Keys of an input method that is composing are no keys of the list (UI Events).
    if (nativeEvent.isComposing) return event.stopPropagation();
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
    const isNewWord = timeStamp - typed.current.atMs >= SEARCH_RESET_MS;
    // A space within a word is searched for; before it, the space chooses.
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
