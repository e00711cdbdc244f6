import { changeAddressBody } from '@foyer/contracts/address-change';
import { REQUIRED_FIELD } from '@foyer/contracts/field';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { ProblemError } from '../../http/errors.ts';
import { lockLogin } from '../../journey/lockout.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { t } from '../../words/t.ts';
import styles from './address.module.css';
import { useChangeAddress } from './use-change-address.ts';

type AddressFormProps = { hasPassword: boolean; onSent(email: string): void; onCancel(): void };
type AddressValues = { email: string; password: string };

/** Asks for the new address, and for the password of who has one. */
export function AddressForm({ hasPassword, onSent, onCancel }: AddressFormProps) {
  const ask = useChangeAddress();
  const bodyOf = ({ email, password }: AddressValues) => ({ email, ...(hasPassword ? { password } : {}) });
  const form = useForm<AddressValues>({
    initial: { email: '', password: '' },
    order: ['email', 'password'],
    clears: 'own',
    validate(values) {
      const result = changeAddressBody.safeParse(bodyOf(values));
      return {
        ...(result.success ? {} : fieldsOf(result.error.issues)),
        ...(hasPassword && values.password === '' ? { password: REQUIRED_FIELD } : {}),
      };
    },
    onSubmit: (values) =>
      ask.mutate(bodyOf(values), {
        onSuccess: ({ email }) => onSent(email),
        onError: (error) => {
          if (!(error instanceof ProblemError)) return;
          if (error.code === 'Locked') lockLogin(error.retryAfterSeconds);
          form.showErrors(error.fields);
        },
      }),
    onChange: () => ask.reset(),
  });
  const isFieldProblem = ask.error instanceof ProblemError && Object.keys(ask.error.fields).length > 0;
  return (
    <form className={styles.form} {...form.formProps}>
      <TextField {...form.text('email')} type="email" label={t('New email')} autoComplete="email" />
      {hasPassword && (
        <PasswordField
          {...form.text('password')}
          label={t('Current password')}
          toggle={{ show: t('Show current password'), hide: t('Hide current password') }}
          autoComplete="current-password"
        />
      )}
      <Message kind="error">{ask.error && !isFieldProblem && problemText(ask.error)}</Message>
      <div className={styles.buttons}>
        <Button type="submit" isLoading={ask.isPending}>
          {t('Send link')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

function problemText(error: Error): string {
  if (!(error instanceof ProblemError))
    return t('Your email could not be changed. Check your connection and try again.');
  if (error.code === 'Locked')
    return t('That were too many wrong passwords. Wait ten minutes, then try again.');
  return error.message;
}
