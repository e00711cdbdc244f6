import type { SamlProofOutcome } from '@foyer/contracts/company/saml';
import { t } from '../../words/t.ts';

export function companyStepUpInWords(outcome: Exclude<SamlProofOutcome, 'ok'>): string {
  switch (outcome) {
    case 'not-asked':
      return t(
        'identity.companyProofWords.notForced',
        'Your company didn’t ask you to log in again, so we can’t confirm it’s you. Log out of your company account and try again, or ask your administrator to allow forced logins (ForceAuthn).',
      );
    case 'other-person':
      return t(
        'identity.companyProofWords.otherPerson',
        'You logged in to your company as someone else. Log in there with your own account.',
      );
    case 'logged-out':
      return t(
        'identity.companyProofWords.expired',
        'We couldn’t use that login. You were logged out in the meantime, or you’ve already confirmed it’s you another way. Try again.',
      );
    case 'refused':
      return t(
        'identity.companyProofWords.refused',
        'We couldn’t verify your company’s response. Try again.',
      );
  }
}
