import type { TeamInvitationReply } from '@foyer/contracts/invitations/invitation';
import { toTeamMemberAnswers } from '@foyer/contracts/teams/team';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { EndedPlanNotice } from '../../invitations/ended-plan-notice.tsx';
import { Inviter } from '../../invitations/inviter.tsx';
import { useRequestMail } from '../use-request-mail.ts';
import { teamInvitationQuery } from '../../http/invitation-queries.ts';
import { completeTeamMemberAnswers } from '../team-members/team-member-answers.ts';
import { TeamMemberForm } from '../team-members/team-member-form.tsx';
import { useRegisterTeamMember } from '../team-members/use-register-team-member.ts';
import { NewPasswordForm } from '../../fields/new-password-form.tsx';
import { invitedProblemOf, isAccountExistsError } from '../../http/registration-problem.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { loginAddress } from '../../identity/login-address.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

const STEPS = 2;

/** With a shared link, the visitor verifies the email address before step 2. */
export function TeamMemberDetails({
  invitation,
  invitationCode,
  onNext,
}: {
  invitation: TeamInvitationReply;
  invitationCode: string;
  onNext(): void;
}) {
  const { inviter, existingTeam, needsMail } = invitation;
  const { email, id } = invitation.invitation;
  const queries = useQueryClient();
  const mailRequest = useRequestMail(
    () => void queries.invalidateQueries(teamInvitationQuery(invitationCode)),
  );
  useDocumentTitle(pageTitles.teamMemberSignUp);
  return (
    <div className={layout.form}>
      <PageHeading
        lead={
          needsMail
            ? t(
                'registration.teamMemberSteps.emailFirstLead',
                'Tell us who you are. We’ll email you a link to continue.',
              )
            : t(
                'registration.teamMemberSteps.passwordNextLead',
                'Tell us who you are. You’ll choose your password next.',
              )
        }
        aside={<ProgressRing step={1} of={STEPS} />}
      >
        {t('common.joinTeam', 'Join {team}', { team: existingTeam.name })}
      </PageHeading>
      <Inviter {...inviter} team={existingTeam.name} />
      {invitation.hasEndedPlan && (
        <div className={layout.notice}>
          <EndedPlanNotice team={existingTeam.name} />
        </div>
      )}
      <TeamMemberForm
        email={email}
        inviteId={id}
        isLoading={mailRequest.isPending}
        onNext={(form) => {
          if (needsMail)
            mailRequest.mutate({ to: 'team', body: toTeamMemberAnswers({ ...form, email }, id) });
          else onNext();
        }}
      />
      <p className={layout.footnote}>
        {rich(
          'registration.teamMemberSteps.switchInstead',
          'Already have an account? <login>Log in to switch teams</login>',
          {
            login: (words) => (
              <OutsideLink href={loginAddress(routes.switchTeam, { invitationCode })}>{words}</OutsideLink>
            ),
          },
        )}
      </p>
    </div>
  );
}

export function TeamMemberPassword({
  invitation,
  invitationCode,
  isLegacyFlow = false,
  fallback,
}: {
  invitation: TeamInvitationReply;
  invitationCode: string;
  isLegacyFlow?: boolean;
  fallback: ReactNode;
}) {
  const queries = useQueryClient();
  const { email, id } = invitation.invitation;
  const register = useRegisterTeamMember(
    () => void queries.invalidateQueries(teamInvitationQuery(invitationCode)),
  );
  const form = completeTeamMemberAnswers(email, id);
  useDocumentTitle(pageTitles.teamMemberPassword);
  if (invitation.needsMail || (!form && register.isIdle)) return fallback;
  return (
    <div className={layout.form}>
      <PageHeading
        lead={t('registration.forAccount', 'For your account {email}', { email })}
        aside={<ProgressRing step={STEPS} of={STEPS} />}
      >
        {t('common.createPassword', 'Create your password')}
      </PageHeading>
      <NewPasswordForm
        email={email}
        submitLabel={t('registration.createPassword', 'Create password')}
        isLoading={register.isPending || register.isSuccess}
        serverMessage={invitedProblemOf(register.error)}
        onChange={() => register.reset()}
        onSubmit={(password, confirmPassword) => {
          if (!form) return;
          const flow = isLegacyFlow ? { redirectUrl: readArrival().redirectUrl } : { invitationCode };
          register.mutate({ form, inviteId: id, password, confirm_password: confirmPassword, flow });
        }}
      />
      {isAccountExistsError(register.error) && (
        <p className={layout.footnote}>
          <OutsideLink href={loginAddress(routes.switchTeam, { invitationCode })}>
            {t('registration.teamMemberSteps.switchTeams', 'Log in to switch teams')}
          </OutsideLink>
        </p>
      )}
    </div>
  );
}

/** The two steps of the join-team page share a URL, so the history entry has the step. */
export function useIsPasswordStep(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'step' in state && state.step === 'password';
}
