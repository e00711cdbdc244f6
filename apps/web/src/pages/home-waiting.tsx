import { plans } from '@foyer/catalog/plans';
import type { KnownSession } from '@foyer/contracts/session';
import type { TeamReply } from '@foyer/contracts/team';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PastDueNotice } from '../features/billing/past-due-notice.tsx';
import { sessionQuery } from '../http/session-query.ts';
import { useStayFree } from '../journey/use-stay-free.ts';
import { WaitingInvitations } from '../journey/waiting-invitations.tsx';
import { routes } from '../routes.ts';
import { Button, ButtonAnchor, ButtonLink } from '../ui/button.tsx';
import styles from './home-page.module.css';

type HomeWaitingProps = { session: KnownSession; team: TeamReply | undefined };

/** What waits for an answer of the visitor; nothing where nothing does. */
export function HomeWaiting({ session, team }: HomeWaitingProps) {
  const matters = team ? mattersOf(team) : [];
  return (
    <section className={styles.waiting} aria-label="Waiting for you">
      <PastDueNotice />
      {session.isOwner && session.hasIncompleteBilling && <Unpaid />}
      <WaitingInvitations />
      {matters.map((matter) => (
        <Matter key={matter} text={matter}>
          <ButtonLink to={routes.settingsTeam} variant="secondary">
            See your team
          </ButtonLink>
        </Matter>
      ))}
    </section>
  );
}

/** Somebody chose PRO and has not paid (docs/product.md 4, "Incomplete billing modal"). */
function Unpaid() {
  const queries = useQueryClient();
  const stayFree = useStayFree(() => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }));
  return (
    <Matter text={`You chose the ${plans.pro.name} Plan, but its payment is not complete.`}>
      <Button variant="secondary" onClick={() => stayFree.mutate()} isLoading={!stayFree.isIdle}>
        Start Free plan
      </Button>
      <ButtonAnchor href={routes.proUpgrade}>Get {plans.pro.name}</ButtonAnchor>
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

/** What the team page has to be answered. */
function mattersOf({ offer, pendingIdentities = [], seatRequests }: TeamReply): string[] {
  return [
    offer?.isToYou && `${offer.ownerName} offers you this team.`,
    pendingIdentities.length > 0 && `${people(pendingIdentities.length)} for you to say who they are.`,
    seatRequests.length > 0 && `${people(seatRequests.length)} for a seat in your team.`,
  ].filter((text) => typeof text === 'string');
}

function people(count: number): string {
  return count === 1 ? '1 person waits' : `${count} people wait`;
}
