import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { MessageContext, Template } from '../message.ts';

export const leftTeam: Template<'left-team'> = (content, context) => {
  const { t, supportEmail } = context;
  const team = cleanName(content.teamName, t('your team'));
  return {
    subject: t('You left {team}', { team }),
    preview: t('Your account stays, with a team of your own.'),
    heading: t('You left {team}', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'The events and diagrams of {team} are no longer open to you. You were logged out everywhere but where you left, and connected apps lost their access.',
        { team },
      ),
      t(
        'Your account stays: you have a team of your own now, on the Free Trial, and events you collaborate on are still open to you.',
      ),
      ...companyEnded(content, context),
    ],
    action: { label: t('Log in'), url: context.link(pages.login) },
    notes: [t('If it was not you, write to {supportEmail} at once.', { supportEmail })],
    why: t('You get this email because you changed teams.'),
  };
};

/** Tells a member who leaves a company's team that its sign-in no longer works. */
export function companyEnded({ hadCompany }: { hadCompany: boolean }, { t }: MessageContext): string[] {
  return hadCompany
    ? [t('Your company’s sign-in no longer opens your account. Log in with your password or a passkey.')]
    : [];
}
