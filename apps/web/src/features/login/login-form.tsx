import type { LoginBody } from '@foyer/contracts/login';
import { fieldsOf } from '@foyer/contracts/problems';
import { readArrival } from '../../journey/arrival.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './login-form.module.css';
import { loginContract, loginProblemText, useLogin } from './use-login.ts';

type LoginValues = { email: string; password: string };

function toLoginBody(values: LoginValues): LoginBody {
  const { redirect } = readArrival();
  return { ...values, ...(redirect && { redirect }) };
}

export function LoginForm() {
  const login = useLogin();
  const form = useForm<LoginValues>({
    initial: { email: '', password: '' },
    order: ['email', 'password'],
    clears: 'all',
    async validate(values) {
      // Without the rules the server still checks; and if it cannot be reached either, the call says so.
      const contract = await loginContract().catch(() => undefined);
      const result = contract?.loginBody.safeParse(toLoginBody(values));
      return !result || result.success ? {} : fieldsOf(result.error.issues);
    },
    onSubmit: (values) => login.mutate(toLoginBody(values)),
    onChange: () => login.reset(),
  });
  const isBusy = login.isPending || login.isSuccess;

  return (
    <form className={styles.form} {...form.formProps} onFocus={() => void loginContract().catch(() => {})}>
      <Message kind="error">{login.error && loginProblemText(login.error)}</Message>
      <div>
        <TextField
          {...form.text('email')}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...form.text('password')} label="Password" autoComplete="current-password" />
        <p className={styles.forgot}>
          <TextLink to={routes.forgotPassword}>Forgot password?</TextLink>
        </p>
      </div>
      <Button type="submit" isWide isLoading={isBusy}>
        Log in
      </Button>
    </form>
  );
}
