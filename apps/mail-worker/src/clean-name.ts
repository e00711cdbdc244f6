import { visibleText } from '@foyer/contracts/visible-text';
import type { MessageContext } from './message.ts';

const ADDRESS_LIKE = /(?:[a-z][a-z0-9+.-]*:)?\/\/\S*|\bwww\.\S*|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b\S*/giu;
const MAX_LENGTH = 60;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** First strong isolate and its end (Unicode UAX #9): what is between does not turn the sentence around it. */
const ISOLATE = ['\u2068', '\u2069'] as const;
/** Mail programs that autolink addresses would link these elsewhere. */
const LINK_LIKE_EMAIL = /^www\.|\//i;

/**
 * A stranger's name made safe for a mail we sign: no links, nothing invisible, bounded length. If nothing is left,
 * `fallback`.
 */
export function bareName(name: string, fallback: string): string {
  const cleaned = visibleText(name).replace(ADDRESS_LIKE, '').replace(/\s+/g, ' ').trim();
  return [...cleaned].slice(0, MAX_LENGTH).join('') || fallback;
}

/** The same for use in a sentence, whose word order a right-to-left name must not change. */
export function cleanName(name: string, fallback: string): string {
  const bare = bareName(name, fallback);
  return RIGHT_TO_LEFT.test(bare) ? ISOLATE.join(bare) : bare;
}

/** A person by name and address: "Ada Lovelace (ada@example.com)". */
export function personInWords(t: MessageContext['t'], name: string, email: string): string {
  const cleaned = cleanName(name, t('Somebody'));
  return email && !LINK_LIKE_EMAIL.test(email) ? t('{name} ({email})', { name: cleaned, email }) : cleaned;
}
