import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@foyer/tools/paths';

/** Scenarios that a test of `npm test` or `npm run test:deep` covers. */
const PROOFS: { name: string; spec: string; test: string }[] = [
  {
    name: 'one event of the card provider 50 times at once',
    spec: 'billing/payments/billing-edges.deep.spec.ts',
    test: 'one event delivered 50 times concurrently has one effect and one mail',
  },
  {
    name: 'its events in any order',
    spec: 'billing/payments/billing-edges.deep.spec.ts',
    test: 'events result in the same state in any order',
  },
  {
    name: '20 payments of one team at once',
    spec: 'billing/charged-once.deep.spec.ts',
    test: 'charges once for 20 concurrent calls',
  },
  {
    name: 'paid, and killed before it was written down',
    spec: 'crash.deep.spec.ts',
    test: 'a charge whose response was lost is reconciled automatically, and the card is charged once',
  },
  {
    name: '200 guesses at once over two replicas',
    spec: 'identity/login/lockout-of-strangers.deep.spec.ts',
    test: 'starts with the fifth of 200 concurrent wrong passwords of strangers, over two replicas',
  },
  { name: 'end of a lock', spec: 'identity/login/lockout.spec.ts', test: 'lasts ten minutes' },
  {
    name: '50 right passwords at once',
    spec: 'identity/login/lockout-of-strangers.deep.spec.ts',
    test: 'is not caused by 50 concurrent correct passwords from 50 browsers',
  },
  {
    name: 'more new people by single sign-on than seats',
    spec: 'company/saml/saml-races.deep.spec.ts',
    test: 'create exactly as many new users as there are seats',
  },
  {
    name: 'one new person, many assertions',
    spec: 'company/saml/saml-races.deep.spec.ts',
    test: 'create one user and take one seat for one new person',
  },
  {
    name: 'last seat by two ways',
    spec: 'company/saml/saml-races.deep.spec.ts',
    test: 'give the last seat to a sign-in or an invitation, not to both',
  },
  {
    name: 'an assertion played back 20 times at once',
    spec: 'company/saml/saml-races.deep.spec.ts',
    test: 'accept one of twenty copies of a response',
  },
  {
    name: 'one invitation accepted 30 times at once',
    spec: 'crowds.deep.spec.ts',
    test: 'one of 30 joins a team by the same invitation',
  },
  {
    name: 'the last invitation of a budget by 20 at once',
    spec: 'invitations/invitation-budgets.deep.spec.ts',
    test: 'grant the last invitation to one of 20 concurrent calls',
  },
  {
    name: 'strangers invite one address at once',
    spec: 'invitations/invitation-mails.spec.ts',
    test: 'combine the invitations of seven senders into one immediate mail and one after the cooldown',
  },
  {
    name: '30 resets with one link at once',
    spec: 'crowds.deep.spec.ts',
    test: 'one of 30 sets the password by the same link',
  },
  {
    name: '20 sign-ups of one address at once',
    spec: 'crowds.deep.spec.ts',
    test: '20 sign-ups with the same address create one registration and one mail',
  },
  {
    name: 'two team switches at once',
    spec: 'teams/members/team.spec.ts',
    test: 'moves the user to one team if 10 concurrent calls switch to two teams',
  },
  {
    name: '10 resends at once',
    spec: 'registration/sign-up/verify-email.spec.ts',
    test: 'sends no mail within 120 seconds, and then one mail for ten concurrent calls',
  },
  {
    name: 'one code exchanged 50 times at once',
    spec: 'connected-apps/oauth/token.spec.ts',
    test: 'returns tokens to at most one of 50 concurrent requests, and treats the others as reuse',
  },
  {
    name: '20 refreshes at once on two replicas',
    spec: 'connected-apps/oauth/refresh.spec.ts',
    test: 'returns the same new refresh token to 20 concurrent requests at two replicas',
  },
  {
    name: 'a mail in the hands of a killed worker',
    spec: '../../mail-worker/src/work-mails.deep.spec.ts',
    test: 'sends a mail of a killed worker within a minute',
  },
  {
    name: 'a migration that finds a table locked',
    spec: '../../../tools/prisma/locked-tables.spec.ts',
    test: 'lets later queries through, and completes once the table is free',
  },
  {
    name: 'a migration that fails, and the command that leads out',
    spec: '../../../tools/prisma/failed-migration.spec.ts',
    test: 'a failed migration runs again only with --undone, as its error explains',
  },
  {
    name: 'the nightly job and a certificate that nobody can read',
    spec: 'company/settings/sso-settings.spec.ts',
    test: 'skips an unreadable certificate, warns about the others, and logs the company’s name',
  },
  {
    name: 'database out of reach, every kind of call',
    spec: 'database/database-down.spec.ts',
    test: 'every call that needs it gets 503 without details',
  },
];

export function findProofs(): { name: string; spec: string; test: string; isThere: boolean }[] {
  return PROOFS.map((proof) => {
    const file = join(ROOT, 'apps', 'api', 'src', proof.spec);
    return { ...proof, isThere: existsSync(file) && readFileSync(file, 'utf8').includes(proof.test) };
  });
}
