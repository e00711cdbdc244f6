import type { PendingIdentitiesReply } from '@foyer/contracts/company/pending-identities';
import type { KnownSession } from '@foyer/contracts/identity/session';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PastDueNotice } from '../../billing/past-due-notice.tsx';
import { FactorNotice } from '../../identity/second-factor/factor-notice.tsx';
import { RecoveryNotice } from '../../identity/second-factor/recovery-notice.tsx';
import { sessionQuery } from '../../http/session-query.ts';
import { useStayFree } from '../../navigation/use-stay-free.ts';
import { WaitingInvitations } from '../../navigation/waiting-invitations.tsx';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';
import styles from './home-page.module.css';

type HomeWaitingProps = {
  session: KnownSession;
  team: TeamReply | undefined;
  pending: PendingIdentitiesReply | undefined;
};

export function HomeWaiting({ session, team, pending }: HomeWaitingProps) {
  const matters = mattersOf(team, pending);
  return (
    <section className={styles.waiting} aria-label={t('account.homeWaiting.title', 'Needs your attention')}>
      <RecoveryNotice />
      <PastDueNotice />
      <FactorNotice session={session} />
      {session.isOwner && session.hasIncompleteBilling && <Unpaid />}
      <WaitingInvitations />
      {matters.map((matter) => (
        <Matter key={matter} text={matter}>
          <ButtonLink to={routes.settingsTeam} variant="secondary">
            {t('common.seeTeam', 'See your team')}
          </ButtonLink>
        </Matter>
      ))}
    </section>
  );
}

function Unpaid() {
  const queries = useQueryClient();
  const stayFree = useStayFree(() => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }));
  return (
    <Matter
      text={t('account.homeWaiting.paymentIncomplete', 'You chose PRO, but haven’t completed the payment.')}
    >
      <Button variant="secondary" onClick={() => stayFree.mutate()} isLoading={!stayFree.isIdle}>
        {t('common.startFreePlan', 'Start Free plan')}
      </Button>
      <ButtonAnchor href={routes.proUpgrade}>{t('common.getPro', 'Get PRO')}</ButtonAnchor>
    </Matter>
  );
}

function Matter({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.matter}>
      <p className={styles.text}>{text}</p>
      <div className={styles.answers}>{children}</div>
    </div>
  );
}

function mattersOf(team: TeamReply | undefined, pending: PendingIdentitiesReply | undefined): string[] {
  const { seatRequests = [] } = team ?? {};
  const { pendingIdentities = [] } = pending ?? {};
  return [
    team?.offer?.isToYou &&
      t('account.homeWaiting.teamOffered', '{name} wants to transfer {team} to you.', {
        name: team.offer.ownerName,
        team: team.name,
      }),
    pendingIdentities.length > 0 &&
      t(
        'account.homeWaiting.unknownPeople',
        '{count, plural, one {# person is waiting for you to confirm who they are.} other {# people are waiting for you to confirm who they are.}}',
        { count: pendingIdentities.length },
      ),
    seatRequests.length > 0 &&
      t(
        'account.homeWaiting.seatRequests',
        '{count, plural, one {# person is waiting for a seat on your team.} other {# people are waiting for a seat on your team.}}',
        { count: seatRequests.length },
      ),
  ].filter((text) => typeof text === 'string');
}
