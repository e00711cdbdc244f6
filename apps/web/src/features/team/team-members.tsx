import type { TeamReply } from '@foyer/contracts/team';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ConfirmPersonModal, isConfirmed } from './confirm-person-modal.tsx';
import { InviteForm } from './invite-form.tsx';
import { OwnerOffer } from './owner-offer.tsx';
import { InvitationRow, MemberRow } from './person-rows.tsx';
import { PendingIdentities } from './pending-identities.tsx';
import { SeatRequests } from './seat-requests.tsx';
import { teamQuery } from './team-query.ts';
import styles from './team.module.css';
import { useCopiedLink } from './use-copied-link.ts';
import { problemText, useTeamChange, type TeamChange } from './use-team-changes.ts';

/** Who is in the team and who is invited; the owner can change both. */
export function TeamMembers() {
  const team = useQuery(teamQuery);
  if (team.data) return <Team team={team.data} />;
  if (team.isPending) return <Spinner label="Loading your team" />;
  return (
    <div className={styles.form}>
      <Message kind="error">{problemText(team.error, 'Your team could not be loaded.')}</Message>
      <Button variant="secondary" onClick={() => void team.refetch()} isLoading={team.isFetching}>
        Try again
      </Button>
    </div>
  );
}

const doneTexts: Record<TeamChange['kind'], (who: string) => string> = {
  resend: (who) =>
    `${who} gets the invitation again by email; the link in the earlier email works until then.`,
  revoke: (who) => `The invitation of ${who} was withdrawn.`,
  remove: (who) => `${who} is no longer in your team.`,
  offer: (who) => `The team is offered to ${who}, who gets an email.`,
  withdrawOffer: (who) => `The offer to ${who} was withdrawn.`,
  declineOffer: (who) => `You declined the offer of ${who}.`,
  acceptOffer: () => 'You own the team now.',
  dismiss: (who) => `The request of ${who} was dismissed.`,
  same: (who) => `${who} can sign in with your company again.`,
  new: (who) => `${who} gets an account of their own at the next sign-in.`,
};

/** Changes after which the pressed button is still there. */
const staying: ReadonlySet<TeamChange['kind']> = new Set([
  'resend',
  'revoke',
  'remove',
  'offer',
  'acceptOffer',
]);

function Team({
  team: {
    name,
    seatLimit,
    isOwner,
    members,
    invitations,
    seatRequests,
    offer,
    hasPassword = true,
    pendingIdentities = [],
  },
}: {
  team: TeamReply;
}) {
  const { copied, copy, forgetCopied } = useCopiedLink();
  const heading = useRef<HTMLHeadingElement>(null);
  const change = useTeamChange(({ kind }) => {
    // The pressed button is gone, so focus moves to the heading.
    if (!staying.has(kind)) heading.current?.focus();
  });
  const [asked, setAsked] = useState<TeamChange>();
  const used = members.length + invitations.length;
  const free = Math.max(0, seatLimit - used);
  const said = [
    ...(change.isSuccess ? [doneTexts[change.variables.kind](change.variables.who)] : []),
    ...(copied?.isOnClipboard ? [`The link for ${copied.who} is copied.`] : []),
  ];
  function make(wanted: TeamChange): void {
    forgetCopied();
    change.mutate(wanted);
  }
  function ask(wanted: TeamChange): void {
    forgetCopied();
    change.reset();
    setAsked(wanted);
  }
  function copyLink(who: string, link: string): void {
    change.reset();
    void copy(who, link);
  }
  const busyWith = change.isPending ? change.variables : undefined;
  return (
    <>
      {offer && <OwnerOffer offer={offer} busyWith={busyWith} onAsk={ask} onMake={make} />}
      <section aria-labelledby="team-members">
        <h2 id="team-members" className={styles.title} ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <p className={styles.seats}>
          {used} of {seatLimit} {seatLimit === 1 ? 'seat' : 'seats'} used, {free || 'none'} free.
          {isOwner && ' An open invitation holds a seat.'}
        </p>
        <div className={styles.messages}>
          <Message kind="success">
            {said.length > 0 && said.map((sentence) => <p key={sentence}>{sentence}</p>)}
          </Message>
          <Message kind="info">
            {copied && !copied.isOnClipboard && (
              <>
                Your browser did not let us copy the link for {copied.who}. Here it is:{' '}
                <strong>{copied.link}</strong>
              </>
            )}
          </Message>
          <Message kind="error">
            {change.error &&
              !isConfirmed(change.variables) &&
              problemText(change.error, 'Nothing was changed.')}
          </Message>
        </div>
        <ul className={styles.list}>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              actions={isOwner ? { canOffer: !offer, onAsk: ask } : undefined}
            />
          ))}
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isBusy={busyWith?.id === invitation.id}
              onAsk={ask}
              onMake={make}
              onCopy={copyLink}
            />
          ))}
        </ul>
      </section>
      {pendingIdentities.length > 0 && (
        <PendingIdentities pending={pendingIdentities} busyWith={busyWith} onPress={setAsked} />
      )}
      {seatRequests.length > 0 && (
        <SeatRequests requests={seatRequests} busyWith={busyWith} onDismiss={make} />
      )}
      {isOwner && <InviteForm />}
      {asked && isConfirmed(asked) && (
        <ConfirmPersonModal
          wanted={asked}
          change={change}
          hasPassword={hasPassword}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked && isAsked(asked) && (
        <ConfirmModal
          change={asked}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            make(asked);
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}

const questions = {
  revoke: {
    title: 'Withdraw this invitation?',
    text: (who: string) => `The link sent to ${who} stops working.`,
    yes: 'Withdraw',
  },
  remove: {
    title: 'Remove this person?',
    text: (who: string) => `${who} loses access to your team’s events and diagrams.`,
    yes: 'Remove',
  },
  same: {
    title: 'Is it the same person?',
    text: (who: string) =>
      `${who} gets into the member’s account with everything in it, by your company’s sign-in. Say so only if you know that it is the same person under a new ID.`,
    yes: 'Same person',
  },
  new: {
    title: 'Is it somebody new?',
    text: (who: string, member: string) =>
      `The former member’s account, ${member}, is archived: nobody can log in to it, its events and diagrams are kept, and its seat is free. The new person, ${who}, starts with an empty account. You cannot take this back.`,
    yes: 'Somebody new',
  },
} as const satisfies Partial<Record<TeamChange['kind'], Question>>;

type Question = { title: string; text(who: string, member: string): string; yes: string };

type AskedChange = TeamChange & { kind: keyof typeof questions };

function isAsked(change: TeamChange): change is AskedChange {
  return Object.hasOwn(questions, change.kind);
}

function ConfirmModal({ change, onClose, onYes }: { change: AskedChange; onClose(): void; onYes(): void }) {
  const { title, text, yes }: Question = questions[change.kind];
  return (
    <Modal
      title={title}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onYes}>{yes}</Button>
        </>
      }
    >
      <p>{text(change.who, change.member ?? change.who)}</p>
    </Modal>
  );
}
