import { normalizeEmail } from '@foyer/contracts/email';
import type { TeamInvitationReply, TeamSwitchReply } from '@foyer/contracts/invitations/invitation';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { deadInvitationOf } from '../../http/dead-invitation.ts';
import { teamInvitationQuery } from '../../http/invitation-queries.ts';
import { EndedPlanNotice } from '../../invitations/ended-plan-notice.tsx';
import { Inviter } from '../../invitations/inviter.tsx';
import { StepUpPrompt } from '../../identity/step-up/step-up-prompt.tsx';
import { switchProblemOf, useSwitchTeam } from '../switch/use-switch-team.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { SignInFirst } from '../../navigation/sign-in-first.tsx';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { FullTable } from '../../ui/full-table.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { rich, t } from '../../words/t.ts';
import { DeadInvitationPage } from '../../invitations/pages/dead-invitation-page.tsx';
import layout from '../../ui/page-layout.module.css';
import { LoadingPage } from '../../navigation/loading-page.tsx';
import { OtherAccountPage } from '../../invitations/pages/other-account-page.tsx';
import styles from './switch-team-page.module.css';

/** The page waits this long before it opens the login (docs/product.md 9). */
const REDIRECT_DELAY_MS = 5000;

export function SwitchTeamPage() {
  const { invitationCode = '' } = useParams();
  const invitation = useQuery(teamInvitationQuery(invitationCode));
  const session = useQuery(sessionQuery);
  const switchTeam = useSwitchTeam(invitationCode);
  if (switchTeam.data) return <Joined {...switchTeam.data} />;
  const dead = deadInvitationOf(invitation.error);
  if (dead) return <DeadInvitationPage code={dead} />;
  if (invitation.isError || session.isError) return <Navigate to={routes.failureGeneral} replace />;
  if (!invitation.data || !session.data) return <LoadingPage title={pageTitles.switchTeam} />;
  const { user } = session.data;
  if (!user) return <SignInFirst />;
  const invited = invitation.data.invitation.email;
  if (normalizeEmail(user.email) !== normalizeEmail(invited))
    return <OtherAccountPage signedInAs={user.email} invited={invited} />;
  return (
    <Confirm
      invitation={invitation.data}
      currentTeam={user.team.name}
      problem={switchProblemOf(switchTeam.error)}
      isSwitching={switchTeam.isPending}
      onYes={() => switchTeam.mutate()}
    />
  );
}

type ConfirmProps = {
  invitation: TeamInvitationReply;
  currentTeam: string;
  problem: string | undefined;
  isSwitching: boolean;
  onYes(): void;
};

function Confirm({ invitation, currentTeam, problem, isSwitching, onYes }: ConfirmProps) {
  const { inviter, existingTeam } = invitation;
  const navigate = useNavigate();
  useDocumentTitle(pageTitles.switchTeam);
  return (
    <div className={layout.centred}>
      <PageHeading>
        {t('teams.switchTeamPage.title', 'Switch to {team}?', { team: existingTeam.name })}
      </PageHeading>
      <Inviter {...inviter} team={existingTeam.name} />
      <div className={styles.messages}>
        <Message kind="info">
          {rich(
            'teams.switchTeamPage.warning',
            'You’ll lose access to the events and diagrams of your current team, <strong>{currentTeam}</strong>. You’ll keep access to events you collaborate on. We’ll log you out afterward.',
            { currentTeam, strong: (words) => <strong>{words}</strong> },
          )}
        </Message>
        {invitation.hasEndedPlan && <EndedPlanNotice team={existingTeam.name} />}
        <Message kind="error">{problem}</Message>
      </div>
      <div className={styles.choice}>
        <Button variant="secondary" onClick={() => void navigate(routes.home)}>
          {t('common.no', 'No')}
        </Button>
        <Button onClick={onYes} isLoading={isSwitching}>
          {t('teams.switchTeamPage.confirmButton', 'Yes, switch')}
        </Button>
      </div>
      <StepUpPrompt />
    </div>
  );
}

function Joined({ team, redirectURL }: TeamSwitchReply) {
  const leave = useDocumentNavigation();
  const target = redirectURL || routes.home;
  const title = t('teams.switchTeamPage.doneTitle', 'You’ve joined {team}', { team: team.name });
  useDocumentTitle(title);
  useEffect(() => {
    const timer = setTimeout(() => leave(target), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [leave, target]);
  return (
    <div className={layout.centred}>
      <FullTable />
      <PageHeading
        lead={t(
          'teams.switchTeamPage.loggedOut',
          'We’ve logged you out and will take you to the login page shortly.',
        )}
      >
        {title}
      </PageHeading>
      <ButtonAnchor href={target}>
        {t('teams.switchTeamPage.loginLink', 'Login ## link to the login')}
      </ButtonAnchor>
    </div>
  );
}
