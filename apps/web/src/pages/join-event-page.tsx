import { DEFAULT_EVENT_NAME } from '@foyer/contracts/invitation';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { deadInvitationOf } from '../features/invitation/dead-invitation.ts';
import { eventInvitationQuery } from '../features/invitation/invitation-queries.ts';
import { Inviter } from '../features/invitation/inviter.tsx';
import { PlanPicker } from '../features/plans/plan-picker.tsx';
import { guestState } from '../journey/event-guest.ts';
import { loginAddress } from '../journey/login-address.ts';
import { choosePlan, usePlan } from '../journey/plan-choice.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { routes } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import { DeadInvitationPage } from './dead-invitation-page.tsx';
import layout from './layout.module.css';
import { LoadingPage } from './loading-page.tsx';

/** The name stands in the address, where anybody can write. */
const EVENT_NAME_MAX_LENGTH = 120;

/** Where the mail of an event invitation leads: who shares the event, then the plan (SPEC 2). */
export function JoinEventPage() {
  const { invitationCode = '' } = useParams();
  const [query] = useSearchParams();
  const eventName = query.get('event_name')?.trim().slice(0, EVENT_NAME_MAX_LENGTH) || DEFAULT_EVENT_NAME;
  const invitation = useQuery(eventInvitationQuery(invitationCode));
  const dead = deadInvitationOf(invitation.error);
  if (dead) return <DeadInvitationPage code={dead} />;
  if (invitation.isError) return <Navigate to={routes.failureGeneral} replace />;
  if (!invitation.data) return <LoadingPage title="Opening your invitation" />;
  const { inviter } = invitation.data;
  return (
    <ChoosePlan
      inviter={inviter}
      guest={{ invitationCode, eventName, email: invitation.data.invitation.email }}
    />
  );
}

type ChoosePlanProps = {
  inviter: { name: string; email: string };
  guest: { invitationCode: string; eventName: string; email: string };
};

function ChoosePlan({ inviter, guest }: ChoosePlanProps) {
  useDocumentTitle('Join an event');
  const plan = usePlan();
  const navigate = useNavigate();
  const { invitationCode, eventName } = guest;
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
      <PageHeading lead="Choose the plan of your own account. As a guest you can work on this event with either.">
        {eventName}
      </PageHeading>
      <Inviter {...inviter} text="shared this event with you." />
      <PlanPicker value={plan} onChange={choosePlan} />
      <div className={layout.actions}>
        <Button type="submit" isWide>
          Next
        </Button>
      </div>
      <p className={layout.footnote}>
        Already have an account?{' '}
        <OutsideLink
          href={loginAddress(
            routes.joinEvent,
            { invitationCode },
            `?${new URLSearchParams({ event_name: eventName })}`,
          )}
        >
          Log in
        </OutsideLink>
      </p>
    </form>
  );
}
