import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { MessageContext } from '../message.ts';

/** A team's state without PRO: in the future (`will`) or now (`has`). */
export function afterPro(t: MessageContext['t'], endsAs: SubscriptionEnd, when: 'then' | 'now'): string {
  if (endsAs === 'free')
    return when === 'now'
      ? t(
          'mails.afterPro.trialNow',
          'Your team is on the Free Trial now: it goes on within the limits of that plan.',
        )
      : t(
          'mails.afterPro.trialThen',
          'Your team then stays on the Free Trial, within the limits of that plan.',
        );
  return when === 'now'
    ? t(
        'mails.afterPro.lockedNow',
        'Nobody of your team gets in until you take PRO up again; everything is where you left it.',
      )
    : t(
        'mails.afterPro.lockedThen',
        'From then on nobody of your team gets in, until you take PRO up again.',
      );
}
