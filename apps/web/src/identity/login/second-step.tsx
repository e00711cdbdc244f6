import { endpoints } from '@foyer/contracts/endpoints';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { loginFactorBody, TRUSTED_DEVICE_DAYS } from '@foyer/contracts/identity/second-factor';
import { Suspense, useState, type SubmitEvent } from 'react';
import { FactorFields, useFactorEntry } from '../../fields/factor-fields.tsx';
import { readArrival } from '../../navigation/arrival.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Message } from '../../ui/message.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { dayAndTime } from '../../words/formats.ts';
import { textsInWords } from '../../words/texts-in-words.ts';
import { rich, t } from '../../words/t.ts';
import { LoginModal } from './login-modal.tsx';
import { LostFactor } from './lost-factor.tsx';
import styles from './second-step.module.css';
import { codeOf, loginModalOf, loginProblemText, useLogin } from './use-login.ts';

type SecondStepProps = {
  opensUpgrade: boolean;
  email: string;
  recoveryEndsAt: string | undefined;
  onBack(): void;
};

export function SecondStep({ opensUpgrade, email, recoveryEndsAt, onBack }: SecondStepProps) {
  const login = useLogin(opensUpgrade, endpoints.loginSecondFactor);
  const [error, setError] = useState<string>();
  const [rememberDevice, setRememberDevice] = useState(false);
  const entry = useFactorEntry(() => {
    setError(undefined);
    login.reset();
  });
  const modal = loginModalOf(login);
  const isOver = codeOf(login.error) === 'LoginOver';
  const [isLost, setLost] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (login.isPending) return;
    const { redirect } = readArrival();
    const body = { ...entry.toProof(), rememberDevice, ...(redirect && { redirect }) };
    const result = loginFactorBody.safeParse(body);
    if (result.success) return login.mutate(body);
    setError(entry.errorIn(await textsInWords(fieldsOf(result.error.issues))));
  }

  if (isLost) return <LostFactor email={email} onBack={() => setLost(false)} onOver={onBack} />;
  return (
    <form className={styles.step} method="post" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h2 className={styles.title}>{t('identity.secondStep.title', 'One more step')}</h2>
        <p className={styles.lead}>
          {rich(
            'identity.secondStep.body',
            'Enter a code to finish logging in as <strong>{email}</strong>.',
            {
              email,
              strong: (words) => <strong>{words}</strong>,
            },
          )}
        </p>
      </div>
      <Message kind="info">
        {recoveryEndsAt &&
          t(
            'identity.secondStep.recoveryPending',
            'Someone reported your authenticator app lost. After {time}, you won’t need a code. To stop this, enter a code from the app or use the link we emailed you.',
            { time: dayAndTime(recoveryEndsAt) },
          )}
      </Message>
      <Message kind="error">{loginProblemText(login)}</Message>
      {!isOver && (
        <>
          <FactorFields entry={entry} error={error} />
          {!recoveryEndsAt && (
            <p>
              <TextButton onClick={() => setLost(true)}>
                {t('identity.secondStep.lostEverything', 'I’ve lost my phone and my recovery codes')}
              </TextButton>
            </p>
          )}
          <Checkbox name="rememberDevice" isChecked={rememberDevice} onChange={setRememberDevice}>
            {t(
              'identity.secondStep.rememberDevice',
              'Trust this device, and skip the code for {days, plural, one {# day} other {# days}}. Don’t choose this on a shared device.',
              {
                days: TRUSTED_DEVICE_DAYS,
              },
            )}
          </Checkbox>
        </>
      )}
      <div className={styles.actions}>
        {!isOver && (
          <Button type="submit" isWide isLoading={login.isPending || (login.isSuccess && !modal)}>
            {t('common.logIn', 'Log in')}
          </Button>
        )}
        <Button variant={isOver ? 'primary' : 'quiet'} isWide onClick={onBack}>
          {t('identity.backToLogin', 'Back to login')}
        </Button>
      </div>
      {modal && (
        <Suspense>
          <LoginModal kind={modal} redirectUrl={login.data?.redirectURL ?? ''} onClose={onBack} />
        </Suspense>
      )}
    </form>
  );
}
