import { SESSION_IDLE_MINUTES } from '@foyer/contracts/identity/session';
import type { ReactNode } from 'react';
import { rich, t } from '../../words/t.ts';

/** Some of these texts are also in the HTML (login-reason-script.ts). */
export const loginReasons = {
  idledOut: () =>
    t(
      'identity.whyLogIn.timedOut',
      'You were logged out after {minutes, plural, one {# minute} other {# minutes}} without activity.',
      { minutes: SESSION_IDLE_MINUTES },
    ),
  idledOutWithInput: () =>
    t(
      'identity.whyLogIn.inputKept',
      'You were logged out after {minutes, plural, one {# minute} other {# minutes}} without activity. Log in to pick up where you left off.',
      { minutes: SESSION_IDLE_MINUTES },
    ),
  appAsks: (appName: string) =>
    t('identity.whyLogIn.appAsksForAccess', '{appName} is asking for access. Log in to decide.', { appName }),
  invitedToTeam: (name: string, team: string, email: string, strong: (words: ReactNode) => ReactNode) =>
    rich(
      'identity.whyLogIn.teamInvitation',
      '{name} invited you to the team {team}. Log in as <strong>{email}</strong> to accept.',
      { name, team, email, strong },
    ),
  invitedToEvent: (name: string, email: string, strong: (words: ReactNode) => ReactNode) =>
    rich(
      'identity.whyLogIn.eventInvitation',
      '{name} shared an event with you. Log in as <strong>{email}</strong> to accept.',
      { name, email, strong },
    ),
};
