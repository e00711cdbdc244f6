import { DEFAULT_EVENT_NAME } from '@foyer/contracts/invitation';
import type { InvitedTo } from '@foyer/mail/mail-kinds';
import { cleanName, personInWords } from '../clean-name.ts';

/** What somebody was invited to, in words: its name, and who invited them. */
export function invitedWords({ kind, name, inviterName, inviterEmail }: InvitedTo): {
  name: string;
  sentence: string;
} {
  const inviter = personInWords(inviterName, inviterEmail);
  if (kind === 'team') {
    const team = cleanName(name, 'their team');
    return { name: team, sentence: `${inviter} invited you to the team ${team}.` };
  }
  const event = cleanName(name, DEFAULT_EVENT_NAME);
  return { name: event, sentence: `${inviter} shared the event ${event} with you.` };
}
