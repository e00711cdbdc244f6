import type { InvitedTo } from '@foyer/mail/mail-kinds';
import { cleanName, personInWords } from '../clean-name.ts';
import type { MessageContext } from '../message.ts';

export function invitedWords(
  { t }: MessageContext,
  { kind, name, inviterName, inviterEmail }: InvitedTo,
): { name: string; sentence: string } {
  const inviter = personInWords(t, inviterName, inviterEmail);
  if (kind === 'team') {
    const team = cleanName(name);
    const sentence = t('mails.invitedWords.toTeam', '{inviter} invited you to the team {team}.', {
      inviter,
      team,
    });
    return { name: team, sentence };
  }
  const event = cleanName(name);
  return {
    name: event,
    sentence: t('mails.invitedWords.toEvent', '{inviter} shared the event “{event}” with you.', {
      inviter,
      event,
    }),
  };
}
