import { useState } from 'react';

type Copied = { who: string; link: string; isOnClipboard: boolean };

/**
 * Puts the link of an invitation onto the clipboard. A link is known from when it was made until the page is left; it
 * is a secret, so it is kept nowhere (DESIGN invariant 11).
 */
export function useCopiedLink() {
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({});
  const [copied, setCopied] = useState<Copied>();
  return {
    links,
    copied,
    know: (known: Readonly<Record<string, string | undefined>>) =>
      setLinks((before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...known }).flatMap(([who, link]) => (link ? [[who, link]] : [])),
        ),
      ),
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
