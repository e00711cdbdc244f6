import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { FactorFields } from '../../fields/factor-fields.tsx';
import { LockoutNotice } from '../lockout-notice.tsx';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { useLockedSeconds } from '../../navigation/lockout.ts';
import { samlAddress } from '../../navigation/saml-address.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { t } from '../../words/t.ts';
import styles from './step-up-dialog.module.css';
import { companyStepUpInWords } from './company-step-up-words.ts';
import { useCompanyStepUp } from './use-company-step-up.ts';
import { useStepUp } from './use-step-up.ts';
import { useTypedStepUp } from './use-typed-step-up.ts';

const FORM = 'proof';

type StepUpDialogProps = {
  /** The proofs that the server accepts, from `stepUpProofs`. */
  proofs: readonly string[];
  idpName: string | undefined;
  onEnd(isProved: boolean): void;
};

/** Asks for a proof, because another person may be using the open browser. */
export function StepUpDialog({ proofs, idpName, onEnd }: StepUpDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const session = useQuery(sessionQuery);
  const stepUp = useStepUp();
  const lockedSeconds = useLockedSeconds();
  const { error } = stepUp;
  const needs = fieldsFor(proofs);
  const isTyped = needs.password || needs.code;
  const typed = useTypedStepUp(needs, () => {
    if (!stepUp.isIdle) stepUp.reset();
  });
  const hasPasskey = proofs.includes('passkey') && typeof PublicKeyCredential === 'function';
  const company = useCompanyStepUp(() => onEnd(true));
  const byPasskey = () => stepUp.mutate('passkey', { onSuccess: (isProved) => isProved && onEnd(true) });
  const wrong = error instanceof ProblemError ? error.fields : {};
  const wrongCode = typed.codeEntry.errorIn(wrong);
  // Runs in an effect, because the field is marked as wrong only after this component has rendered.
  useEffect(() => {
    if (error) focusFirstWrong(form.current);
  }, [error]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const body = await typed.check();
    if (body) stepUp.mutate(body, { onSuccess: () => onEnd(true) });
    else requestAnimationFrame(() => focusFirstWrong(form.current));
  }

  return (
    <LaterModal
      title={t('common.confirmItsYou', 'Confirm it’s you')}
      isAlert
      onClose={() => onEnd(false)}
      actions={
        <>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            {t('common.cancel', 'Cancel')}
          </Button>
          {isTyped && (
            <Button
              type="submit"
              form={FORM}
              isLoading={stepUp.isPending && stepUp.variables !== 'passkey'}
              isDisabled={lockedSeconds > 0}
            >
              {t('identity.confirm', 'Confirm')}
            </Button>
          )}
        </>
      }
    >
      <p>{reasonFor(proofs)}</p>
      <form
        ref={form}
        id={FORM}
        className={styles.form}
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <Message kind="error">
          {lockedSeconds > 0 ? (
            <LockoutNotice seconds={lockedSeconds} />
          ) : (
            (company.failure && companyStepUpInWords(company.failure)) ||
            (stepUp.data === false && t('identity.noPasskeyUsed', 'No passkey was used. Try again.')) ||
            (error &&
              !wrong['password'] &&
              !wrongCode &&
              problemInWords(
                error,
                t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.'),
              ))
          )}
        </Message>
        {needs.password && (
          <>
            <input
              type="email"
              name="email"
              autoComplete="username"
              value={session.data?.user?.email ?? ''}
              readOnly
              hidden
            />
            <PasswordField
              label={t('identity.proofDialog.passwordLabel', 'Your password')}
              toggle={{
                show: t('identity.proofDialog.showPassword', 'Show your password'),
                hide: t('identity.proofDialog.hidePassword', 'Hide your password'),
              }}
              name="password"
              autoComplete="current-password"
              value={typed.password}
              error={typed.errors.password ?? wrong['password']}
              onChange={typed.changePassword}
            />
          </>
        )}
        {needs.code && (
          <FactorFields
            entry={typed.codeEntry}
            error={typed.errors.code ?? wrongCode}
            isSecond={needs.password}
          />
        )}
        {hasPasskey && (
          <Button
            variant={isTyped ? 'secondary' : 'primary'}
            isWide
            isLoading={stepUp.isPending && stepUp.variables === 'passkey'}
            onClick={byPasskey}
          >
            {t('identity.usePasskey', 'Use a passkey')}
          </Button>
        )}
        {idpName !== undefined && !proofs.includes('code') && (
          <>
            <Message kind="info">
              {company.isWaiting &&
                t(
                  'identity.proofDialog.continueInNewTab',
                  'Use the new tab to log in, then come back here to continue.',
                )}
            </Message>
            <ButtonAnchor
              href={samlAddress(idpName, { proof: '1' })}
              variant={isTyped || hasPasskey ? 'secondary' : 'primary'}
              isWide
              isNewTab
              onClick={company.begin}
            >
              {t('identity.proofDialog.companyLogin', 'Sign in with your company')}
            </ButtonAnchor>
          </>
        )}
      </form>
    </LaterModal>
  );
}

function focusFirstWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** If the server accepts a code alone, as after a company sign-in, asks for no password. */
function fieldsFor(proofs: readonly string[]): { password: boolean; code: boolean } {
  if (proofs.includes('code')) return { password: false, code: true };
  const hasBoth = proofs.includes('password-and-code');
  return { password: hasBoth || proofs.includes('password'), code: hasBoth };
}

function reasonFor(proofs: readonly string[]): string {
  if (proofs.includes('code'))
    return t(
      'identity.proofDialog.codeAfterCompany',
      'Your company has confirmed it’s you. Enter a code to continue.',
    );
  if (proofs.includes('password-and-code'))
    return t('identity.proofDialog.passwordAndCode', 'Enter your password and a code to continue.');
  if (proofs.includes('password'))
    return t('identity.proofDialog.passwordAgain', 'Enter your password again to continue.');
  if (proofs.includes('passkey'))
    return t('identity.proofDialog.passkeyAgain', 'Use your passkey again to continue.');
  return t('identity.proofDialog.companyAgain', 'Sign in with your company again to continue.');
}
