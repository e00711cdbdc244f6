import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { MessageContext, Template } from '../message.ts';

export const leftTeam: Template<'left-team'> = (content, context) => {
  const { t, supportEmail } = context;
  const team = cleanName(content.teamName);
  return {
    subject: t('mails.leftTeam.heading', 'You left {team}', { team }),
    preview: t('mails.accountStaysShort', 'Your account stays, with a team of your own.'),
    heading: t('mails.leftTeam.heading', 'You left {team}', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.leftTeam.whatEnded',
        'The events and diagrams of {team} are no longer open to you. You were logged out everywhere but where you left, and connected apps lost their access.',
        { team },
      ),
      t(
        'mails.accountStays',
        'Your account stays: you have a team of your own now, on the Free Trial, and events you collaborate on are still open to you.',
      ),
      ...companyEnded(content, context),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [
      t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
    ],
    why: t('mails.reasonChangedTeams', 'You get this email because you changed teams.'),
  };
};

/** Tells a member who leaves a company's team that its sign-in no longer works. */
export function companyEnded({ hadCompany }: { hadCompany: boolean }, { t }: MessageContext): string[] {
  return hadCompany
    ? [
        t(
          'mails.leftTeam.companySignInEnded',
          'Your company’s sign-in no longer opens your account. Log in with your password or a passkey.',
        ),
      ]
    : [];
}
