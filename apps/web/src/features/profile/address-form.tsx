import { changeAddressBody } from '@foyer/contracts/address-change';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { ProblemError } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { t } from '../../words/t.ts';
import styles from './address.module.css';
import { useChangeAddress } from './use-change-address.ts';

type AddressFormProps = { onSent(email: string): void; onCancel(): void };

/** Asks for the new address. */
export function AddressForm({ onSent, onCancel }: AddressFormProps) {
  const ask = useChangeAddress();
  const form = useForm<{ email: string }>({
    initial: { email: '' },
    order: ['email'],
    clears: 'own',
    validate(values) {
      const result = changeAddressBody.safeParse(values);
      return result.success ? {} : fieldsOf(result.error.issues);
    },
    onSubmit: (values) =>
      ask.mutate(values, {
        onSuccess: ({ email }) => onSent(email),
        onError: (error) => {
          if (error instanceof ProblemError) form.showErrors(error.fields);
        },
      }),
    onChange: () => ask.reset(),
  });
  const isFieldProblem = ask.error instanceof ProblemError && Object.keys(ask.error.fields).length > 0;
  return (
    <form className={styles.form} {...form.formProps}>
      <TextField {...form.text('email')} type="email" label={t('New email')} autoComplete="email" />
      <Message kind="error">
        {ask.error &&
          !isFieldProblem &&
          (ask.error instanceof ProblemError
            ? ask.error.message
            : t('Your email could not be changed. Check your connection and try again.'))}
      </Message>
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
