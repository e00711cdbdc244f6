import { useState } from 'react';

/** Puts texts onto the clipboard, and tells what became of the last one. */
export function useCopy() {
  const [copied, setCopied] = useState<{ what: string; isOnClipboard: boolean }>();
  return {
    copied,
    async copy(what: string, text: string): Promise<void> {
      // Announced anew, also when it is the same text again.
      setCopied(undefined);
      const isOnClipboard = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      );
      setCopied({ what, isOnClipboard });
    },
  };
}
