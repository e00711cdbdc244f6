import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const teamShut: Template<'team-shut'> = ({ firstName }, { t, link }) => ({
  subject: t('mails.teamShut.subject', 'Your team’s PRO plan has ended'),
  preview: t('mails.teamShut.preview', 'You can’t use the team until its owner restarts PRO.'),
  heading: t('mails.teamShut.subject', 'Your team’s PRO plan has ended'),
  firstName,
  paragraphs: [
    t(
      'mails.teamShut.explanation',
      'Until the owner restarts PRO, no one can open your team’s events and diagrams, but they’re kept. You can switch teams or leave the team.',
    ),
  ],
  action: { label: t('mails.teamShut.seeOwner', 'See who owns the team'), url: link(pages.login) },
  notes: [],
  why: t('mails.reasonTeamMember', 'You’re receiving this email because you’re a member of the team.'),
});
