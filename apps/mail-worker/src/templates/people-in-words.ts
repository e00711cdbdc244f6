import type { PeopleOfNotice } from '@foyer/mail/mail-kinds';
import { cleanName, personInWords } from '../clean-name.ts';
import type { MessageContext } from '../message.ts';

export function countOf({ people, moreCount }: PeopleOfNotice): number {
  return people.length + moreCount;
}

/**
 * Returns the name, or else the email address, of the only person of a notice. Returns undefined if there are several.
 */
export function onlyOneIn(notice: PeopleOfNotice): string | undefined {
  const [first] = notice.people;
  return first && countOf(notice) === 1 ? cleanName(first.name || first.email) : undefined;
}

export function linesOf({ people, moreCount }: PeopleOfNotice, t: MessageContext['t']): string[] {
  return [
    ...people.map(({ name, email }) => personInWords(t, name, email)),
    ...(moreCount > 0
      ? [t('mails.peopleInWords.more', 'and {count, number} more', { count: moreCount })]
      : []),
  ];
}
