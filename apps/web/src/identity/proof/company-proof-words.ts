import type { SamlProofOutcome } from '@foyer/contracts/company/saml';
import { t } from '../../words/t.ts';

/** Why a company sign-in failed as a step-up, and what to do. */
export function companyProofInWords(outcome: Exclude<SamlProofOutcome, 'ok'>): string {
  switch (outcome) {
    case 'not-asked':
      return t(
        'identity.companyProofWords.notForced',
        'Your company did not ask you to log in again, so nobody knows that it is you. Log out there and try once more, or ask your administrator to allow forced logins (ForceAuthn).',
      );
    case 'other-person':
      return t(
        'identity.companyProofWords.otherPerson',
        'Somebody else logged in at your company. Log in there as yourself.',
      );
    case 'logged-out':
      return t(
        'identity.companyProofWords.expired',
        'You were logged out meanwhile, or have confirmed it another way.',
      );
    case 'refused':
      return t(
        'identity.companyProofWords.refused',
        'We could not accept your company’s answer. Try once more.',
      );
  }
}
