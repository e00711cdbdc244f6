/** Calls of the page's 3-D Secure dialog. Not part of Stripe's public API. */
import { authenticate } from './collect.ts';
import { textOf } from './form.ts';
import { getIntent } from './payment-intents.ts';
import type { Route } from './provider.ts';
import { authenticateSetup, getSetupIntent } from './setup-intents.ts';

export const challengeRoutes: Route[] = [
  {
    method: 'POST',
    path: '/_page/challenges/:id',
    params: ['client_secret', 'outcome'],
    isForPage: true,
    answer(call) {
      const hasPassed = textOf(call.params, 'outcome') === 'passed';
      if (call.id.startsWith('seti_')) {
        const intent = getSetupIntent(call);
        authenticateSetup(call.provider, intent, hasPassed);
        return intent;
      }
      const intent = getIntent(call);
      authenticate(call.provider, intent, hasPassed);
      return intent;
    },
  },
];
