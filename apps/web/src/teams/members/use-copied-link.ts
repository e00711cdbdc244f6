import { useState } from 'react';

type Copied = { who: string; link: string; isOnClipboard: boolean };

/** Does not store the shared link (invariant 11 of docs/security.md). */
export function useCopiedLink() {
  const [copied, setCopied] = useState<Copied>();
  return {
    copied,
    forgetCopied: () => setCopied(undefined),
    async copy(who: string, link: string): Promise<void> {
      // Resets the message, so that screen readers announce the same link again.
      setCopied(undefined);
      const isOnClipboard = await navigator.clipboard.writeText(link).then(
        () => true,
        () => false,
      );
      setCopied({ who, link, isOnClipboard });
    },
  };
}
