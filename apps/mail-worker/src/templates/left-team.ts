import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { MessageContext, Passage, Template } from '../message.ts';

export const leftTeam: Template<'left-team'> = (content, context) => {
  const { t, supportEmail } = context;
  const team = cleanName(content.teamName);
  const heading = t('mails.leftTeam.heading', 'You left {team}', { team });
  return {
    subject: heading,
    preview: t('mails.accountStaysShort', 'You keep your account, with a team of your own.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.leftTeam.whatEnded',
        'You can no longer open the team’s events and diagrams. We logged you out everywhere except in the browser you used to leave, and connected apps lost access.',
      ),
      t(
        'mails.accountStays',
        'You keep your account. You now have a team of your own on the Free Trial, and you can still open events you collaborate on.',
      ),
      ...companyEnded(content, context),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [
      t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
    ],
    why: t('mails.reasonChangedTeams', 'You’re receiving this email because you changed teams.'),
  };
};

export function companyEnded(
  { hadCompany }: { hadCompany: boolean },
  { t, link }: MessageContext,
): Passage[] {
  return hadCompany
    ? [
        t(
          'mails.leftTeam.companySignInEnded',
          'Your former team’s company sign-in no longer opens your account. Log in with your password or a passkey.',
        ),
        {
          text: t('mails.noPassword', 'If you don’t have a password, request a link to set one.'),
          link: { label: t('mails.setPassword', 'Set a password'), url: link(pages.forgotPassword) },
        },
      ]
    : [];
}
