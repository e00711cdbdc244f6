import { REQUIRED_FIELD } from '@foyer/contracts/field';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { LockoutNotice } from '../../fields/lockout-notice.tsx';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { useLockedSeconds } from '../../journey/lockout.ts';
import { samlAddress } from '../../journey/saml-address.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { inWords } from '../../words/in-words.ts';
import { t } from '../../words/t.ts';
import styles from './proof-dialog.module.css';
import { companyProofInWords } from './company-proof-words.ts';
import { useCompanyProof } from './use-company-proof.ts';
import { useProve } from './use-prove.ts';

const FORM = 'proof';

type ProofDialogProps = {
  /** By what they can, as the server says. */
  proofs: readonly string[];
  /** Of the company, if it is one of them. */
  idpName: string | undefined;
  onEnd(isProved: boolean): void;
};

/** Asks who is there once more, before something that matters: a browser may have been left open. */
export function ProofDialog({ proofs, idpName, onEnd }: ProofDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const session = useQuery(sessionQuery);
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const prove = useProve();
  const lockedSeconds = useLockedSeconds();
  const { error } = prove;
  const hasPassword = proofs.includes('password');
  const hasPasskey = proofs.includes('passkey') && typeof PublicKeyCredential === 'function';
  const company = useCompanyProof(() => onEnd(true));
  const byPasskey = () => prove.mutate('passkey', { onSuccess: (isProved) => isProved && onEnd(true) });
  const wrong = error instanceof ProblemError ? error.fields.password : undefined;
  const focus = () => form.current?.querySelector<HTMLElement>('[data-field="password"]')?.focus();

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (password === '') {
      setMissing(true);
      return focus();
    }
    prove.mutate({ password }, { onSuccess: () => onEnd(true), onError: focus });
  }

  return (
    <LaterModal
      title={t('Confirm it’s you')}
      isAlert
      onClose={() => onEnd(false)}
      actions={
        <>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            {t('Cancel')}
          </Button>
          {hasPassword && (
            <Button
              type="submit"
              form={FORM}
              isLoading={prove.isPending && prove.variables !== 'passkey'}
              isDisabled={lockedSeconds > 0}
            >
              {t('Confirm')}
            </Button>
          )}
        </>
      }
    >
      <p>{reasonFor(hasPassword, proofs.includes('passkey'))}</p>
      <form ref={form} id={FORM} className={styles.form} method="post" onSubmit={submit} noValidate>
        <Message kind="error">
          {lockedSeconds > 0 ? (
            <LockoutNotice seconds={lockedSeconds} />
          ) : (
            (company.failure && companyProofInWords(company.failure)) ||
            (prove.data === false && t('No passkey was used. Try again.')) ||
            (error &&
              !wrong &&
              problemInWords(error, t('We got no answer. Check your connection and try again.')))
          )}
        </Message>
        {hasPassword && (
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
              label={t('Your password')}
              toggle={{ show: t('Show your password'), hide: t('Hide your password') }}
              name="password"
              autoComplete="current-password"
              value={password}
              error={isMissing ? inWords(REQUIRED_FIELD) : wrong}
              onChange={(value) => {
                setPassword(value);
                setMissing(false);
                if (!prove.isIdle) prove.reset();
              }}
            />
          </>
        )}
        {hasPasskey && (
          <Button
            variant={hasPassword ? 'secondary' : 'primary'}
            isWide
            isLoading={prove.isPending && prove.variables === 'passkey'}
            onClick={byPasskey}
          >
            {t('Use a passkey')}
          </Button>
        )}
        {idpName !== undefined && (
          <>
            <Message kind="info">
              {company.isWaiting &&
                t('Log in there, in the new tab. What you were doing goes on here afterwards.')}
            </Message>
            <ButtonAnchor
              href={samlAddress(idpName, { proof: '1' })}
              variant={hasPassword || hasPasskey ? 'secondary' : 'primary'}
              isWide
              isNewTab
              onClick={company.begin}
            >
              {t('Log in at your company')}
            </ButtonAnchor>
          </>
        )}
      </form>
    </LaterModal>
  );
}

function reasonFor(hasPassword: boolean, hasPasskey: boolean): string {
  if (hasPassword) return t('You logged in a while ago. To go on, type your password once more.');
  return hasPasskey
    ? t('You logged in a while ago. To go on, use your passkey once more.')
    : t('You logged in a while ago. To go on, log in at your company once more.');
}
