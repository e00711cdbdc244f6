import { endpoints } from '@foyer/contracts/endpoints';
import { MAILED_CODE_MINUTES, recoveryBody, recoveryReply } from '@foyer/contracts/identity/factor-recovery';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { dayAndTime } from '../../words/formats.ts';
import { textsInWords } from '../../words/texts-in-words.ts';
import { rich, t } from '../../words/t.ts';
import styles from './second-step.module.css';
import { codeOf } from './use-login.ts';

type Step = 'asked' | 'mailed' | 'begun';

type LostFactorProps = {
  email: string;
  onBack(): void;
  onOver(): void;
};

/**
 * Starts a recovery for a user who knows the password, but has lost the app and the recovery codes. A mailed code
 * starts the waiting period, after which the password alone is enough to log in.
 */
export function LostFactor({ email, onBack, onOver }: LostFactorProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [step, setStep] = useState<Step>('asked');
  const [mails, setMails] = useState(0);
  const recovering = useMutation({
    mutationFn: (body: { code?: string }) => send(endpoints.recoverFactor, { body, reply: recoveryReply }),
    onSuccess: ({ endsAt }) => {
      setStep(endsAt ? 'begun' : 'mailed');
      if (!endsAt) setMails((count) => count + 1);
    },
  });
  const isOver = codeOf(recovering.error) === 'LoginOver';
  useEffect(() => heading.current?.focus(), [step]);

  function change(text: string): void {
    setTyped(text);
    setError(undefined);
    recovering.reset();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (recovering.isPending) return;
    if (step === 'asked') return recovering.mutate({});
    const result = recoveryBody.safeParse({ code: typed });
    if (result.success) return recovering.mutate({ code: typed });
    setError((await textsInWords(fieldsOf(result.error.issues)))['code']);
  }

  return (
    <form className={styles.step} method="post" onSubmit={(event) => void submit(event)} noValidate>
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        {step === 'begun'
          ? t('identity.lostFactor.startedTitle', 'Recovery has started')
          : t('identity.lostFactor.title', 'Lost your app and recovery codes?')}
      </h2>
      <div className={styles.words}>
        {step === 'asked' && <Asked />}
        {step === 'mailed' && (
          <p>
            {rich(
              'identity.lostFactor.codeSent',
              'We’ve sent a code to <strong>{email}</strong>. It’s valid for {minutes, plural, one {# minute} other {# minutes}}.',
              {
                email,
                minutes: MAILED_CODE_MINUTES,
                strong,
              },
            )}
          </p>
        )}
        {step === 'begun' && <Begun endsAt={recovering.data?.endsAt ?? ''} />}
      </div>
      <Message kind="error">
        {problemInWords(
          recovering.error,
          t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.'),
        )}
      </Message>
      {step === 'mailed' && !isOver && (
        <>
          <Message kind="success">
            {mails > 1 && t('identity.lostFactor.codeResent', 'We’ve sent you a new code.')}
          </Message>
          <TextField
            label={t('identity.lostFactor.codeLabel', 'Code from our email')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={typed}
            error={error}
            onChange={change}
          />
          <p>
            <TextButton onClick={() => recovering.mutate({})}>
              {t('identity.lostFactor.resendCode', 'Send a new code')}
            </TextButton>
          </p>
        </>
      )}
      <div className={styles.actions}>
        {step !== 'begun' && !isOver && (
          <Button type="submit" isWide isLoading={recovering.isPending}>
            {step === 'asked'
              ? t('identity.lostFactor.sendCode', 'Send code')
              : t('identity.lostFactor.startWait', 'Start recovery')}
          </Button>
        )}
        {step === 'begun' || isOver ? (
          <Button isWide onClick={onOver}>
            {t('identity.backToLogin', 'Back to login')}
          </Button>
        ) : (
          <Button variant="quiet" isWide onClick={onBack}>
            {t('identity.lostFactor.backToAppCode', 'Use an app or recovery code')}
          </Button>
        )}
      </div>
    </form>
  );
}

const strong = (words: ReactNode) => <strong>{words}</strong>;

function Asked() {
  return (
    <>
      <p>
        {t(
          'identity.lostFactor.howItWorks',
          'We’ll email you a code. Entering it starts a waiting period of at least 24 hours. After the waiting period, you can log in with just your password and set up a new app.',
        )}
      </p>
      <p>
        {t(
          'identity.lostFactor.longerWait',
          'The waiting period is 7 days if, in the last 7 days, your password was reset, your email address changed, or a recovery was stopped.',
        )}
      </p>
      <p>
        {t(
          'identity.lostFactor.passkeyInstead',
          'If you have a passkey, go back and log in with it instead. You won’t need a code.',
        )}
      </p>
    </>
  );
}

function Begun({ endsAt }: { endsAt: string }) {
  return (
    <>
      <p>
        {rich(
          'identity.lostFactor.whenItEnds',
          'After <strong>{time}</strong>, log in with just your password. You have 7 days to do this.',
          { time: dayAndTime(endsAt), strong },
        )}
      </p>
      <p>
        {t(
          'identity.lostFactor.howToStop',
          'We’ve emailed you about this. Anyone who can read that email, or is logged in to your account, can stop the recovery.',
        )}
      </p>
    </>
  );
}
