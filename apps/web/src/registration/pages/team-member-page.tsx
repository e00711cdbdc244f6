import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { TeamInvitationGate } from './team-invitation-gate.tsx';
import { TeamMemberDetails, TeamMemberPassword } from './team-member-steps.tsx';

const KEY = 'inviteId';

/** The legacy team flow (docs/product.md 2) has the steps of the join-team page, each with its own URL. */
export function TeamMemberPage({ step }: { step: 'details' | 'password' }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const invitationCode = query.get(KEY) ?? '';
  if (invitationCode === '') return <Navigate to={routes.home} replace />;
  const search = `?${new URLSearchParams({ [KEY]: invitationCode })}`;
  return (
    <TeamInvitationGate
      invitationCode={invitationCode}
      title={step === 'details' ? pageTitles.teamMemberSignUp : pageTitles.teamMemberPassword}
    >
      {(invitation) =>
        step === 'details' ? (
          <TeamMemberDetails
            invitation={invitation}
            invitationCode={invitationCode}
            onNext={() => void navigate(routes.teamMemberPassword + search)}
          />
        ) : (
          <TeamMemberPassword
            invitation={invitation}
            invitationCode={invitationCode}
            isLegacyFlow
            fallback={<Navigate to={routes.teamMemberSignUp + search} replace />}
          />
        )
      }
    </TeamInvitationGate>
  );
}
