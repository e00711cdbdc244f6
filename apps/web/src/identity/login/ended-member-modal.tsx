import { endpoints } from '@foyer/contracts/endpoints';
import { leaveTeamReply } from '@foyer/contracts/teams/team';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { StepUpPrompt } from '../step-up/step-up-prompt.tsx';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { teamOwnerQuery } from '../../http/team-owner-query.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { useLogOut } from '../log-out.ts';
import { WaitingInvitations } from '../../navigation/waiting-invitations.tsx';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Modal } from '../../ui/modal.tsx';
import { rich, t } from '../../words/t.ts';
import { ReactivateFrame } from './reactivate-modal.tsx';

/** Lists open invitations, because a member of an ended team can switch to another team (docs/product.md 10). */
export function EndedMemberModal() {
  const [isAsking, setAsking] = useState(false);
  const leaving = useLeaveTeam();
  const { logOut, isLoggingOut } = useLogOut();
  const team = useQuery(teamOwnerQuery);
  if (leaving.data) return <Left ownTeam={leaving.data.team.name} />;
  if (isAsking)
    return (
      <Modal
        title={
          team.data
            ? t('identity.endedMemberModal.confirmTitle', 'Leave {team}?', { team: team.data.teamName })
            : t('identity.endedMemberModal.confirmTitleUnnamed', 'Leave your team?')
        }
        isAlert
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('common.back', 'Back')}
            </Button>
            <Button variant="danger" onClick={() => leaving.mutate()} isLoading={leaving.isPending}>
              {t('identity.endedMemberModal.confirmLeave', 'Yes, leave')}
            </Button>
          </>
        }
      >
        <p>
          {t(
            'identity.endedMemberModal.consequences',
            'You’ll lose access to this team’s events and diagrams, and get your own team on the Free Trial. You’ll keep access to events where you’re a collaborator.',
          )}
        </p>
        <Message kind="error">
          {problemInWords(
            leaving.error,
            t(
              'identity.endedMemberModal.unknownOutcome',
              'We couldn’t confirm that you left the team. Check your connection and try again.',
            ),
          )}
        </Message>
        <StepUpPrompt />
      </Modal>
    );
  return (
    <ReactivateFrame
      title={t('identity.endedMemberModal.title', 'Your team has no access right now')}
      actions={
        <>
          <Button variant="secondary" onClick={logOut} isLoading={isLoggingOut}>
            {t('common.logOut', 'Log out')}
          </Button>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {t('identity.endedMemberModal.leaveTeam', 'Leave team')}
          </Button>
        </>
      }
    >
      <p>
        {team.data
          ? rich(
              'identity.endedMemberModal.ended',
              'Welcome back! The subscription for <strong>{team}</strong> has ended.',
              {
                team: team.data.teamName,
                strong,
              },
            )
          : t('identity.endedMemberModal.endedUnnamed', 'Welcome back! Your team’s subscription has ended.')}
      </p>
      {team.data && (
        <p>
          <WhoCanPay name={team.data.ownerName} />
        </p>
      )}
      <WaitingInvitations />
    </ReactivateFrame>
  );
}

function WhoCanPay({ name }: { name: string | undefined }) {
  if (name === undefined)
    return t(
      'identity.endedMemberModal.noOwner',
      'Your team has no owner right now. Contact us to restart the subscription.',
    );
  return rich(
    'identity.endedMemberModal.onlyOwnerPays',
    'Only the team’s owner, <strong>{name}</strong>, can restart the subscription.',
    {
      name,
      strong,
    },
  );
}

function Left({ ownTeam }: { ownTeam: string }) {
  const leave = useDocumentNavigation();
  return (
    <Modal
      title={t('identity.endedMemberModal.leftTitle', 'You’ve left the team')}
      isAlert
      actions={<Button onClick={() => leave(routes.settingsTeam)}>{t('common.continue', 'Continue')}</Button>}
    >
      <p>
        {rich(
          'identity.endedMemberModal.leftBody',
          'You now have your own team, <strong>{ownTeam}</strong>, on the Free Trial. We’ve logged you out everywhere else and disconnected all apps.',
          { ownTeam, strong },
        )}
      </p>
    </Modal>
  );
}

const strong = (words: ReactNode) => <strong>{words}</strong>;

function useLeaveTeam() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => withSessionCheck(queries, send(endpoints.leaveTeam, { reply: leaveTeamReply })),
  });
}
