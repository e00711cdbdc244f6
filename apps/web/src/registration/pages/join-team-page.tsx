import { useNavigate, useParams } from 'react-router-dom';
import { TeamInvitationGate } from './team-invitation-gate.tsx';
import { TeamMemberDetails, TeamMemberPassword, useIsPasswordStep } from './team-member-steps.tsx';

/** All steps have the same URL (docs/product.md 2). */
export function JoinTeamPage() {
  const { invitationCode = '' } = useParams();
  const navigate = useNavigate();
  const isPasswordStep = useIsPasswordStep();
  return (
    <TeamInvitationGate invitationCode={invitationCode}>
      {(invitation) => {
        const details = (
          <TeamMemberDetails
            key="details"
            invitation={invitation}
            invitationCode={invitationCode}
            onNext={() => void navigate('', { state: { step: 'password' } })}
          />
        );
        if (!isPasswordStep) return details;
        return (
          <TeamMemberPassword invitation={invitation} invitationCode={invitationCode} fallback={details} />
        );
      }}
    </TeamInvitationGate>
  );
}
