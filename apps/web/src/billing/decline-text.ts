import { declineInWords } from '@foyer/catalog/decline-reasons';
import type { OpenPaymentReply } from '@foyer/contracts/billing/billing-card';
import { currentLanguage } from '../words/current-language.ts';
import { inWords } from '../words/in-words.ts';

export function declineText({
  reason,
  declineCode,
}: Extract<OpenPaymentReply, { state: 'declined' }>): string {
  return declineInWords({ message: reason, declineCode }, currentLanguage(), inWords);
}
