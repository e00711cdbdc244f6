import { normalizeEmail } from '@foyer/contracts/email';
import { DEFAULT_EVENT_NAME } from '@foyer/contracts/invitations/invitation';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useAcceptEvent } from '../event-guests/use-accept-event.ts';
import { deadInvitationOf } from '../../http/dead-invitation.ts';
import { eventInvitationQuery } from '../../http/invitation-queries.ts';
import { Inviter } from '../../invitations/inviter.tsx';
import { sessionQuery } from '../../http/session-query.ts';
import { guestLogin, guestState, type EventGuest } from '../event-guest.ts';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { choosePlan, usePlan, type WithPlanPicker } from '../../navigation/plan-choice.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { inWords } from '../../words/in-words.ts';
import { Sentences } from '../../words/join.ts';
import { rich, t } from '../../words/t.ts';
import { DeadInvitationPage } from '../../invitations/pages/dead-invitation-page.tsx';
import layout from '../../ui/page-layout.module.css';
import { LoadingPage } from '../../navigation/loading-page.tsx';
import { OtherAccountPage } from '../../invitations/pages/other-account-page.tsx';

/** Limits the event's name, because anyone can change it in the link's URL. */
const EVENT_NAME_MAX_LENGTH = 120;

export function JoinEventPage({ PlanPicker }: WithPlanPicker) {
  const { invitationCode = '' } = useParams();
  const [query] = useSearchParams();
  const eventName =
    query.get('event_name')?.trim().slice(0, EVENT_NAME_MAX_LENGTH) || inWords(DEFAULT_EVENT_NAME);
  const invitation = useQuery(eventInvitationQuery(invitationCode));
  const session = useQuery(sessionQuery);
  const dead = deadInvitationOf(invitation.error);
  if (dead) return <DeadInvitationPage code={dead} />;
  if (invitation.isError) return <Navigate to={routes.failureGeneral} replace />;
  if (!invitation.data || session.isPending) return <LoadingPage title={pageTitles.joinEvent} />;
  const { inviter, needsMail } = invitation.data;
  const { email } = invitation.data.invitation;
  const guest = { invitationCode, eventName, email, needsMail };
  const signedInAs = session.data?.user?.email;
  if (signedInAs === undefined) return <ChoosePlan inviter={inviter} guest={guest} PlanPicker={PlanPicker} />;
  if (normalizeEmail(signedInAs) !== normalizeEmail(email))
    return <OtherAccountPage signedInAs={signedInAs} invited={email} />;
  return <Accept inviter={inviter} guest={guest} />;
}

type InvitedProps = { inviter: { name: string; email: string }; guest: EventGuest };

function Accept({ inviter, guest: { invitationCode, eventName, email } }: InvitedProps) {
  useDocumentTitle(pageTitles.joinEvent);
  const { accept, isAccepting, problem } = useAcceptEvent(invitationCode);
  return (
    <div className={layout.form}>
      <PageHeading
        lead={
          <Sentences>
            {rich(
              'registration.joinEventPage.acceptAs',
              'Accept to work on this event as <strong>{email}</strong>.',
              {
                email,
                strong: (words) => <strong>{words}</strong>,
              },
            )}
            {t('registration.joinEventPage.ownTeamUnchanged', 'Your own team doesn’t change.')}
          </Sentences>
        }
      >
        <bdi>{eventName}</bdi>
      </PageHeading>
      <Inviter {...inviter} />
      <Message kind="error">{problem}</Message>
      <div className={layout.actions}>
        <Button onClick={accept} isLoading={isAccepting} isWide>
          {t('registration.joinEventPage.accept', 'Accept ## an invitation')}
        </Button>
      </div>
    </div>
  );
}

function ChoosePlan({ inviter, guest, PlanPicker }: InvitedProps & WithPlanPicker) {
  useDocumentTitle(pageTitles.joinEvent);
  usePricePreview('compared');
  const plan = usePlan();
  const navigate = useNavigate();
  function next(): void {
    choosePlan(plan);
    void navigate(routes.signUpForm, { state: guestState(guest) });
  }
  return (
    <form
      className={layout.form}
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <PageHeading
        lead={t(
          'registration.joinEventPage.choosePlan',
          'Choose a plan for your own account. You can work on this event with either plan.',
        )}
      >
        <bdi>{guest.eventName}</bdi>
      </PageHeading>
      <Inviter {...inviter} />
      <PlanPicker value={plan} onChange={choosePlan} />
      <div className={layout.actions}>
        <Button type="submit" isWide>
          {t('registration.next', 'Next')}
        </Button>
      </div>
      <p className={layout.footnote}>
        {rich('registration.logInInstead', 'Already have an account? <login>Log in</login>', {
          login: (words) => <OutsideLink href={guestLogin(guest)}>{words}</OutsideLink>,
        })}
      </p>
    </form>
  );
}
