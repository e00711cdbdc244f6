import { useState } from 'react';

/** Copies texts to the clipboard and reports the last result. */
export function useCopy() {
  const [copied, setCopied] = useState<{ what: string; isOnClipboard: boolean }>();
  return {
    copied,
    async copy(what: string, text: string): Promise<void> {
      // Reset, so that the same text is announced again.
      setCopied(undefined);
      const isOnClipboard = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      );
      setCopied({ what, isOnClipboard });
    },
  };
}
