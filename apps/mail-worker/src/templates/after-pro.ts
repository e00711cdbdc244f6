import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { MessageContext } from '../message.ts';

export function afterPro(t: MessageContext['t'], endsAs: SubscriptionEnd, when: 'then' | 'now'): string {
  if (endsAs === 'free')
    return when === 'now'
      ? t('mails.afterPro.trialNow', 'Your team is now on the Free Trial, and its limits apply.')
      : t('mails.afterPro.trialThen', 'After that, your team moves to the Free Trial, and its limits apply.');
  return when === 'now'
    ? t(
        'mails.afterPro.lockedNow',
        'No one on your team has access until you restart PRO. Everything is where you left it.',
      )
    : t('mails.afterPro.lockedThen', 'After that, no one on your team has access until you restart PRO.');
}
