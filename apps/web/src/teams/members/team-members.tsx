import type { PendingIdentitiesReply } from '@foyer/contracts/company/pending-identities';
import type { InviteReply, TeamReply } from '@foyer/contracts/teams/team';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { problemInWords } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import { useInviteDraft } from './use-invite-draft.ts';
import { ConfirmChangeModal, needsConfirmation } from './confirm-change-modal.tsx';
import { FactorRule } from './factor-rule.tsx';
import { InviteModal, InviteResults } from './invite-modal.tsx';
import { OwnerOffer } from './owner-offer.tsx';
import { People } from './people.tsx';
import { pendingIdentitiesQuery } from './pending-identities-query.ts';
import { PendingIdentities } from './pending-identities.tsx';
import { SeatRequests } from './seat-requests.tsx';
import { freeSeatsOf, Seats, useMoreSeats } from './seats.tsx';
import { teamQuery } from './team-query.ts';
import styles from './team.module.css';
import { useCopiedLink } from './use-copied-link.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';
import { notChanged, useTeamChange, type TeamChange } from './use-team-changes.ts';

export function TeamMembers() {
  const team = useQuery(teamQuery);
  const pending = useQuery(pendingIdentitiesQuery);
  // The team and the pending identities render together, so the layout doesn't shift.
  if (team.data && pending.data)
    return <Team team={team.data} pendingIdentities={pending.data.pendingIdentities} />;
  const error = team.error ?? pending.error;
  if (!error) return <Spinner label={t('teams.teamMembers.loading', 'Loading your team')} />;
  function retry(): void {
    void team.refetch();
    void pending.refetch();
  }
  return (
    <div className={styles.form}>
      <Message kind="error">
        {problemInWords(
          error,
          t(
            'teams.teamMembers.loadFailed',
            'We couldn’t load your team. Check your connection and try again.',
          ),
        )}
      </Message>
      <Button variant="secondary" onClick={retry} isLoading={team.isFetching || pending.isFetching}>
        {t('common.tryAgain', 'Try again')}
      </Button>
    </div>
  );
}

const doneTexts: Record<TeamChange['kind'], (who: string) => string> = {
  resend: (who) =>
    t(
      'teams.teamMembers.invitationResent',
      'We’ll email {who} the invitation again. Until then, the link in the earlier email works.',
      { who },
    ),
  revoke: (who) =>
    t('teams.teamMembers.invitationWithdrawn', 'The invitation for {who} was withdrawn.', { who }),
  remove: (who) => t('teams.teamMembers.personRemoved', '{who} is no longer on your team.', { who }),
  resetFactor: (who) =>
    t(
      'teams.teamMembers.factorResetStarted',
      'We’re emailing {who}. After the waiting period, they can log in with just their password, unless someone stops the reset.',
      {
        who,
      },
    ),
  offer: (who) =>
    t('teams.teamMembers.teamOffered', 'We’re emailing {who}. Once they accept, they own the team.', { who }),
  withdrawOffer: (who) =>
    t('teams.teamMembers.offerWithdrawn', 'The transfer to {who} was canceled.', { who }),
  declineOffer: (who) =>
    t('teams.teamMembers.offerDeclined', 'You declined the transfer from {who}.', { who }),
  acceptOffer: () => t('teams.teamMembers.youOwnTeam', 'You now own the team.'),
  dismiss: (who) => t('teams.teamMembers.requestDismissed', 'The request from {who} was dismissed.', { who }),
  same: (who) =>
    t('teams.teamMembers.samePersonConfirmed', '{who} can now sign in with your company.', { who }),
  new: (who) =>
    t(
      'teams.teamMembers.newPersonConfirmed',
      '{who} will get their own account the next time they sign in.',
      {
        who,
      },
    ),
  newHolder: (who) =>
    t(
      'teams.teamMembers.newPersonConfirmed',
      '{who} will get their own account the next time they sign in.',
      {
        who,
      },
    ),
};

type TeamProps = PendingIdentitiesReply & { team: TeamReply };

function Team({ team, pendingIdentities }: TeamProps) {
  const { seatRequests, offer } = team;
  const { copied, copy, forgetCopied } = useCopiedLink();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusProps = useFocusAfterRemoval(heading);
  const change = useTeamChange();
  const [asked, setAsked] = useState<TeamChange>();
  const [emails, setEmails] = useInviteDraft();
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<InviteReply>();
  const moreSeats = useMoreSeats(team);
  const said = [
    ...(change.isSuccess ? [doneTexts[change.variables.kind](change.variables.who)] : []),
    ...(copied?.isOnClipboard
      ? [t('teams.teamMembers.linkCopied', 'The link for {who} was copied.', { who: copied.who })]
      : []),
  ];
  function forget(): void {
    forgetCopied();
    setInvited(undefined);
  }
  function apply(wanted: TeamChange): void {
    forget();
    change.mutate(wanted);
  }
  function askToConfirm(wanted: TeamChange): void {
    forget();
    change.reset();
    setAsked(wanted);
  }
  function copyLink(who: string, link: string): void {
    forget();
    change.reset();
    void copy(who, link);
  }
  function openInvitation(): void {
    forget();
    change.reset();
    setInviting(true);
  }
  const busyWith = change.isPending ? change.variables : undefined;
  return (
    <div className={styles.sections} {...focusProps}>
      {offer && (
        <OwnerOffer offer={offer} busyWith={busyWith} onAskToConfirm={askToConfirm} onApply={apply} />
      )}
      <section aria-labelledby="team-seats">
        <h2 id="team-seats" className={styles.title} ref={heading} tabIndex={-1}>
          <bdi>{team.name}</bdi>
        </h2>
        <Seats team={team} onInvite={openInvitation} />
      </section>
      <div className={styles.messages}>
        <Message kind="success">
          {(said.length > 0 || invited) && (
            <>
              {said.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              {invited && <InviteResults {...invited} />}
            </>
          )}
        </Message>
        <Message kind="info">
          {copied &&
            !copied.isOnClipboard &&
            rich(
              'teams.teamMembers.linkNotCopied',
              'Your browser didn’t let us copy the link for {who}. Copy it here: <strong>{link}</strong>',
              {
                who: copied.who,
                link: copied.link,
                strong: (words) => <strong>{words}</strong>,
              },
            )}
        </Message>
        <Message kind="error">{change.error && problemInWords(change.error, notChanged())}</Message>
      </div>
      {pendingIdentities.length > 0 && (
        <PendingIdentities pending={pendingIdentities} busyWith={busyWith} onPress={askToConfirm} />
      )}
      {seatRequests.length > 0 && (
        <SeatRequests requests={seatRequests} busyWith={busyWith} onDismiss={apply} />
      )}
      <People
        team={team}
        busyWith={busyWith}
        onAskToConfirm={askToConfirm}
        onApply={apply}
        onCopy={copyLink}
      />
      {team.secondFactor && <FactorRule rule={team.secondFactor} />}
      {isInviting && (
        <InviteModal
          text={emails}
          onType={setEmails}
          freeSeats={freeSeatsOf(team)}
          moreSeats={
            <OutsideLink href={moreSeats}>{t('teams.requestSeats', 'Request more seats')}</OutsideLink>
          }
          onInvited={setInvited}
          onClose={() => setInviting(false)}
        />
      )}
      {asked && needsConfirmation(asked) && (
        <ConfirmChangeModal
          change={asked}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            apply(asked);
            setAsked(undefined);
          }}
        />
      )}
    </div>
  );
}
