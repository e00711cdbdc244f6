import { linkLifeHours, type LinkState } from '@foyer/contracts/identity/password';
import type { PasswordLinkReply } from '@foyer/contracts/registration/password-link';
import { t } from '../../words/t.ts';

export type DeadLinkState = Exclude<LinkState, 'valid'>;

export function deadLinkText(
  state: DeadLinkState,
  kind: PasswordLinkReply['kind'],
): { title: string; message: string } {
  switch (state) {
    case 'expired':
      return {
        title: t('registration.linkTexts.expiredTitle', 'This link has expired'),
        message: t(
          'registration.linkTexts.expiredText',
          'For your security, a link works for {hours, plural, one {# hour} other {# hours}}. Request a new one and use it within that time.',
          { hours: linkLifeHours[kind === 'create' ? 'create_password' : 'reset_password'] },
        ),
      };
    case 'used':
      return {
        title: t('registration.linkTexts.usedTitle', 'This link has already been used'),
        message:
          kind === 'create'
            ? t('registration.linkTexts.usedForSignUp', 'Your account is already set up. Log in to use it.')
            : t(
                'registration.linkTexts.usedForReset',
                'A password was already set with this link. Use that password to log in.',
              ),
      };
    case 'replaced':
      return {
        title: t('registration.linkTexts.replacedTitle', 'This link no longer works'),
        message: t(
          'registration.linkTexts.replacedText',
          'The password or email address of your account may have changed since we sent it. Log in, or request a new link.',
        ),
      };
    case 'unknown':
      return {
        title: t('registration.linkTexts.unknownTitle', 'We don’t recognize this link'),
        message: t(
          'registration.linkTexts.unknownText',
          'Part of it may be missing. Open it from the email again, or copy the whole link into the address bar.',
        ),
      };
  }
}
