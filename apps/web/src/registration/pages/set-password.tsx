import type { PlanType } from '@foyer/catalog/plans';
import type { PasswordLinkReply } from '@foyer/contracts/registration/password-link';
import type { SignUpAnswers } from '@foyer/contracts/registration/sign-up';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isEnded, LinkInvitationNotice } from '../password/link-invitation.tsx';
import { serverMessageOf, useSetPassword } from '../password/use-set-password.ts';
import { NewPasswordForm } from '../../fields/new-password-form.tsx';
import { ProblemError } from '../../http/errors.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { useChoosePlan } from '../../navigation/plan-choice.ts';
import { stepCount } from '../../navigation/step-count.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import layout from '../../ui/page-layout.module.css';
import { t } from '../../words/t.ts';
import styles from './reset-password-page.module.css';

type SetPasswordProps = {
  resetToken: string;
  link: PasswordLinkReply;
  planOfAddress: PlanType | undefined;
  details?: {
    shown: ReactNode;
    collect(): SignUpAnswers | undefined;
    onRefused(fields: Readonly<Record<string, string>>): void;
  };
};

export function SetPassword({ resetToken, link, planOfAddress, details }: SetPasswordProps) {
  const setPassword = useSetPassword(resetToken, planOfAddress);
  const signedInAs = useQuery(sessionQuery).data?.user?.email;
  const isCreate = link.kind !== 'reset';
  const title = isCreate
    ? t('common.createPassword', 'Create your password')
    : t('common.resetPassword', 'Reset your password');
  const isWithoutInvitation = isEnded(link.invitation);
  useDocumentTitle(title);
  const joinsTeam = link.invitation?.kind === 'team' && !isWithoutInvitation;
  const ownPlan = isCreate && !joinsTeam ? (link.plan ?? planOfAddress) : undefined;
  useChoosePlan(ownPlan);
  usePricePreview(ownPlan && 'estimated');

  function submit(password: string, confirmPassword: string): void {
    const answers = details?.collect();
    if (details && !answers) return;
    setPassword.mutate(
      {
        password,
        confirm_password: confirmPassword,
        ...(answers && { answers }),
        ...(isWithoutInvitation && { without_invitation: true }),
      },
      { onError: (error) => error instanceof ProblemError && details?.onRefused(error.fields) },
    );
  }

  return (
    <div className={layout.form}>
      <PageHeading
        lead={link.email && t('registration.forAccount', 'For your account {email}', { email: link.email })}
        aside={isCreate && <ProgressRing step={2} of={stepCount(link.plan ?? planOfAddress ?? 'free')} />}
      >
        {title}
      </PageHeading>
      <div className={styles.notice}>
        <Message kind="info">
          {signedInAs &&
            link.email &&
            signedInAs !== link.email &&
            t(
              'registration.setPassword.otherAccount',
              'You’re logged in as {email}. This link sets the password for {other}.',
              { email: signedInAs, other: link.email },
            )}
        </Message>
      </div>
      {link.invitation && (
        <div className={styles.notice}>
          <Message kind="info">
            <LinkInvitationNotice invitation={link.invitation} plan={link.plan} />
          </Message>
        </div>
      )}
      {details?.shown}
      <NewPasswordForm
        email={link.email}
        submitLabel={submitLabelOf(link)}
        isLoading={setPassword.isPending || setPassword.isSuccess}
        serverMessage={serverMessageOf(setPassword.error)}
        onChange={() => setPassword.reset()}
        onSubmit={submit}
      />
    </div>
  );
}

function submitLabelOf({ kind, plan, invitation }: PasswordLinkReply): string {
  if (isEnded(invitation))
    return plan === 'pro'
      ? t('common.createAccountLink', 'Create an account')
      : t('registration.setPassword.createFreeAccount', 'Create a Free Trial account');
  return kind === 'reset'
    ? t('registration.setPassword.resetPassword', 'Reset password')
    : t('registration.createPassword', 'Create password');
}
