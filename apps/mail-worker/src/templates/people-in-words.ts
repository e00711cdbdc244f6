import type { PeopleOfNotice } from '@foyer/mail/mail-kinds';
import { cleanName, personInWords } from '../clean-name.ts';

/** "Nora Newcomer", or how many they are. */
export function whoIn({ people, moreCount }: PeopleOfNotice): string {
  const [first] = people;
  const count = people.length + moreCount;
  return count === 1 && first ? cleanName(first.name, 'Somebody') : `${count} people`;
}

/** A line for each person, and one for the rest. */
export function linesOf({ people, moreCount }: PeopleOfNotice): string[] {
  return [
    ...people.map(({ name, email }) => personInWords(name, email)),
    ...(moreCount > 0 ? [`and ${moreCount} more`] : []),
  ];
}
