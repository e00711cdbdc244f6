import { useState } from 'react';

type Copied = { who: string; link: string; isOnClipboard: boolean };

/**
 * Puts the shared link of an invitation onto the clipboard. It goes into no storage (invariant 11 of docs/security.md).
 */
export function useCopiedLink() {
  const [copied, setCopied] = useState<Copied>();
  return {
    copied,
    forgetCopied: () => setCopied(undefined),
    async copy(who: string, link: string): Promise<void> {
      // Announced anew, also when it is the same link again.
      setCopied(undefined);
      const isOnClipboard = await navigator.clipboard.writeText(link).then(
        () => true,
        () => false,
      );
      setCopied({ who, link, isOnClipboard });
    },
  };
}
