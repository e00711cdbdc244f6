import { visibleText } from '@foyer/contracts/visible-text';
import type { MessageContext } from './message.ts';

/** Mail programs recognize a host, an email address or a path by these characters. */
const LINK_PUNCTUATION = /[.\u3002\uff0e\uff61@/:](?=\S)/gu;
/**
 * Zero-width non-joiner. Mail programs do not link a host that contains it, and browsers do not open such a host (UTS
 * #46, CheckJoiners). The word joiner U+2060 is unsuitable, because browsers remove it.
 */
const NON_JOINER = '\u200c';
const MAX_LENGTH = 60;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/**
 * First strong isolate and pop directional isolate (UAX #9). The text between them does not change the direction of the
 * text around them.
 */
const ISOLATE = ['\u2068', '\u2069'] as const;
/** Matches an email address that mail programs turn into a link to a website. */
const LINK_LIKE_EMAIL = /^www\.|\//i;

export function bareName(name: string): string {
  const cleaned = visibleText(name).replace(/\s+/g, ' ').trim();
  return [...cleaned].slice(0, MAX_LENGTH).join('');
}

/**
 * Returns a name that mail programs do not link. A right-to-left name is isolated, so that it does not reorder the
 * sentence.
 */
export function cleanName(name: string): string {
  const bare = bareName(name).replace(LINK_PUNCTUATION, `${NON_JOINER}$&${NON_JOINER}`);
  return RIGHT_TO_LEFT.test(bare) ? ISOLATE.join(bare) : bare;
}

/** Returns "Ada Lovelace (ada@example.com)", without an empty name, and without an address that looks like a link. */
export function personInWords(t: MessageContext['t'], name: string, email: string): string {
  const cleaned = cleanName(name || email);
  return name && email && !LINK_LIKE_EMAIL.test(email)
    ? t('mails.layout.nameWithAddress', '{name} ({email})', { name: cleaned, email })
    : cleaned;
}
