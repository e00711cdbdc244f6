import { plans } from '@foyer/catalog/plans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { teamOwnerQuery } from '../../http/team-owner-query.ts';
import { useDocumentNavigation } from '../../journey/document-navigation.ts';
import { useLogOut } from '../../journey/log-out.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Modal } from '../../ui/modal.tsx';
import { WaitingInvitations } from '../../journey/waiting-invitations.tsx';
import { ReactivateFrame } from './reactivate-modal.tsx';
import { leaveProblemText, useLeaveTeam } from './use-leave-team.ts';

/**
 * For a member of a team whose subscription has ended: who can pay, and what they themselves can do
 * (docs/product.md 10). An invitation that waits for them leads to the page where they switch.
 */
export function EndedMemberModal() {
  const [isAsking, setAsking] = useState(false);
  const leaving = useLeaveTeam();
  const { logOut, isLoggingOut } = useLogOut();
  const team = useQuery(teamOwnerQuery);
  if (leaving.data) return <Left ownTeam={leaving.data.team.name} />;
  if (isAsking)
    return (
      <Modal
        title={team.data ? `Leave ${team.data.teamName}?` : 'Leave your team?'}
        isAlert
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Back
            </Button>
            <Button variant="danger" onClick={() => leaving.mutate()} isLoading={leaving.isPending}>
              Yes, leave
            </Button>
          </>
        }
      >
        <p>
          You lose access to the events and diagrams of this team, and get a team of your own on the{' '}
          {plans.free.name}. You keep access to events on which you are a collaborator.
        </p>
        <Message kind="error">{leaving.error && leaveProblemText(leaving.error)}</Message>
      </Modal>
    );
  return (
    <ReactivateFrame
      actions={
        <>
          <Button variant="secondary" onClick={logOut} isLoading={isLoggingOut}>
            Log out
          </Button>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Leave team
          </Button>
        </>
      }
    >
      <p>
        Welcome back! The subscription of {team.data ? <strong>{team.data.teamName}</strong> : 'your team'}{' '}
        has ended. {team.data && <WhoCanPay name={team.data.ownerName} />}
      </p>
      <WaitingInvitations />
    </ReactivateFrame>
  );
}

function WhoCanPay({ name }: { name: string | undefined }) {
  if (name === undefined) return <>Nobody owns your team at present; write to us to reactivate it.</>;
  return (
    <>
      Only <strong>{name}</strong>, who owns the team, can pay and reactivate it.
    </>
  );
}

function Left({ ownTeam }: { ownTeam: string }) {
  const leave = useDocumentNavigation();
  return (
    <Modal
      title="You have left the team"
      isAlert
      actions={<Button onClick={() => leave(routes.settingsTeam)}>Continue</Button>}
    >
      <p>
        You have a team of your own now, <strong>{ownTeam}</strong>, on the {plans.free.name}. Other browsers
        and apps were logged out.
      </p>
    </Modal>
  );
}
