import type { PlanType } from '@foyer/catalog/plans';
import type { StoredAnswers, PasswordLinkReply } from '@foyer/contracts/registration/password-link';
import { SignUpDetails } from '../password/sign-up-details.tsx';
import { useSignUpAnswers } from '../password/use-sign-up-answers.ts';
import { SetPassword } from './set-password.tsx';

type CreatePasswordProps = {
  resetToken: string;
  link: PasswordLinkReply;
  kept: StoredAnswers;
  planOfAddress: PlanType | undefined;
};

export function CreatePassword({ resetToken, link, kept, planOfAddress }: CreatePasswordProps) {
  const answers = useSignUpAnswers(kept, link.email ?? '');
  return (
    <SetPassword
      resetToken={resetToken}
      link={{ ...link, plan: answers.plan }}
      planOfAddress={planOfAddress}
      details={{
        shown: <SignUpDetails answers={answers} />,
        collect: answers.collect,
        onRefused: answers.showProblems,
      }}
    />
  );
}
