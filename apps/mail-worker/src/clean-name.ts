import { visibleText } from '@foyer/contracts/visible-text';

const ADDRESS_LIKE = /(?:[a-z][a-z0-9+.-]*:)?\/\/\S*|\bwww\.\S*|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b\S*/giu;
const MAX_LENGTH = 60;

/**
 * A name that strangers typed, fit for a mail we sign: no links to advertise with, nothing invisible, not long. What
 * is left may be empty; `fallback` is said then.
 */
export function cleanName(name: string, fallback: string): string {
  const cleaned = visibleText(name).replace(ADDRESS_LIKE, '').replace(/\s+/g, ' ').trim();
  return [...cleaned].slice(0, MAX_LENGTH).join('') || fallback;
}
