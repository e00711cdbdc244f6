import type { TeamReply } from '@foyer/contracts/team';

type Numbers = { members: number; invitations: number };

/** Where more seats are asked for: the configured page, or a mail with the numbers in it (RFC 6068). */
export function moreSeatsHref(contact: string, { name, seatLimit }: TeamReply, taken: Numbers): string {
  if (!contact.includes('@') || URL.canParse(contact)) return contact;
  const subject = `More seats for ${name}`;
  const body = [
    `Our team ${name} has ${seatLimit} ${seatLimit === 1 ? 'seat' : 'seats'}, and none is free:`,
    `${taken.members} members, ${taken.invitations} invited.`,
    '',
    'We would like to have this many seats: ',
  ].join('\r\n');
  // Everything but the @ may not stand in the address as it is.
  const to = encodeURIComponent(contact).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
