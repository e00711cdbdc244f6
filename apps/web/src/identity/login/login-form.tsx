import { fieldsOf } from '@foyer/contracts/field-problems';
import { Suspense, useState, type ReactNode } from 'react';
import { readArrival } from '../../navigation/arrival.ts';
import { unlockLogin, useLockedSeconds } from '../../navigation/lockout.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useForm } from '../../ui/use-form.ts';
import { t } from '../../words/t.ts';
import styles from './login-form.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import {
  needsCode,
  loginContract,
  loginModalOf,
  loginProblemText,
  recoveryEndOf,
  useLogin,
} from './use-login.ts';

const LoginLocked = lazyComponent(async () => (await import('./login-locked.tsx')).LoginLocked);
const SecondStep = lazyComponent(async () => (await import('./second-step.tsx')).SecondStep);
const LoginModal = lazyComponent(async () => (await import('./login-modal.tsx')).LoginModal);

type LoginValues = { email: string; password: string };

function withRedirect<Body extends object>(body: Body): Body & { redirect?: string } {
  const { redirect } = readArrival();
  return { ...body, ...(redirect && { redirect }) };
}

type LoginFormProps = {
  /** For the form on the PRO page, whose login opens the upgrade. */
  opensUpgrade?: boolean;
  children?: (email: string, isLoggingIn: boolean) => ReactNode;
};

export function LoginForm({ opensUpgrade = false, children }: LoginFormProps) {
  const login = useLogin(opensUpgrade);
  const lockedSeconds = useLockedSeconds();
  const isLocked = lockedSeconds > 0;
  const [wasLocked, setWasLocked] = useState(isLocked);
  if (isLocked && !wasLocked) setWasLocked(true);
  const form = useForm<LoginValues>({
    initial: { email: '', password: '' },
    order: ['email', 'password'],
    clears: 'all',
    async validate(values) {
      // If the schema cannot be loaded, only the server validates the input.
      const contract = await loginContract().catch(() => undefined);
      const result = contract?.loginBody.safeParse(withRedirect(values));
      return !result || result.success ? {} : fieldsOf(result.error.issues);
    },
    onSubmit: (values) => login.mutate(withRedirect(values)),
    onChange: () => {
      login.reset();
      setWasLocked(false);
    },
  });
  const modal = loginModalOf(login);

  function takeOtherAccount(): void {
    unlockLogin();
    form.change({ email: '', password: '' });
    form.formProps.ref.current?.querySelector<HTMLElement>('[data-field="email"]')?.focus();
  }

  if (needsCode(login))
    return (
      <Suspense>
        <SecondStep
          opensUpgrade={opensUpgrade}
          email={form.values.email}
          recoveryEndsAt={recoveryEndOf(login)}
          onBack={() => login.reset()}
        />
      </Suspense>
    );
  return (
    <>
      <form className={styles.form} {...form.formProps} onFocus={() => void loginContract().catch(() => {})}>
        {isLocked || wasLocked ? (
          <Suspense>
            <LoginLocked
              seconds={lockedSeconds}
              email={form.values.email}
              onOtherAccount={takeOtherAccount}
            />
          </Suspense>
        ) : (
          <Message kind="error">
            {loginProblemText(login)
              ?.split('\n')
              .map((line) => (
                <p key={line}>{line}</p>
              ))}
          </Message>
        )}
        <div>
          <TextField
            {...form.text('email')}
            label={t('common.email', 'Email')}
            type="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField
            {...form.text('password')}
            label={t('common.password', 'Password')}
            autoComplete="current-password"
          />
          <p className={styles.forgot}>
            <TextLink to={routes.forgotPassword} state={{ email: form.values.email }}>
              {t('common.forgotPasswordLink', 'Forgot password?')}
            </TextLink>
          </p>
        </div>
        <Button
          type="submit"
          isWide
          isLoading={login.isPending || (login.isSuccess && !modal)}
          isDisabled={isLocked}
        >
          {t('common.logIn', 'Log in')}
        </Button>
        <PasskeyButton
          isLoggingIn={login.isPending || login.isSuccess}
          onSigned={(credential) => login.mutate(withRedirect({ credential }))}
        />
        {modal && (
          <Suspense>
            <LoginModal
              kind={modal}
              redirectUrl={login.data?.redirectURL ?? ''}
              onClose={() => login.reset()}
            />
          </Suspense>
        )}
      </form>
      {children?.(form.values.email, login.isPending || login.isSuccess)}
    </>
  );
}
