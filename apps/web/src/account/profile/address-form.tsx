import {
  changeAddressBody,
  changeAddressReply,
  type ChangeAddressBody,
} from '@foyer/contracts/account/address-change';
import { endpoints } from '@foyer/contracts/endpoints';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm, type FormDraft } from '../../ui/use-form.ts';
import { t } from '../../words/t.ts';
import styles from './address.module.css';

type AddressFormProps = { draft: FormDraft; onSent(email: string): void; onCancel(): void };

export function AddressForm({ draft, onSent, onCancel }: AddressFormProps) {
  const requestLink = useChangeAddress();
  const form = useForm<{ email: string }>({
    initial: { email: '' },
    draft,
    order: ['email'],
    clears: 'own',
    validate(values) {
      const result = changeAddressBody.safeParse(values);
      return result.success ? {} : fieldsOf(result.error.issues);
    },
    onSubmit: (values) =>
      requestLink.mutate(values, {
        onSuccess: ({ email }) => onSent(email),
        onError: (error) => {
          if (error instanceof ProblemError) form.showErrors(error.fields);
        },
      }),
    onChange: () => requestLink.reset(),
  });
  const isFieldProblem =
    requestLink.error instanceof ProblemError && Object.keys(requestLink.error.fields).length > 0;
  return (
    <form className={styles.form} {...form.formProps}>
      <TextField
        {...form.text('email')}
        type="email"
        label={t('account.addressForm.newAddressLabel', 'New email address')}
        autoComplete="email"
      />
      <Message kind="error">
        {requestLink.error &&
          !isFieldProblem &&
          problemInWords(
            requestLink.error,
            t('common.emailNotSent', 'We couldn’t send the email. Check your connection and try again.'),
          )}
      </Message>
      <div className={styles.buttons}>
        <Button type="submit" isLoading={requestLink.isPending}>
          {t('account.addressForm.sendLink', 'Send link')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('common.cancel', 'Cancel')}
        </Button>
      </div>
    </form>
  );
}

function useChangeAddress() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeAddressBody) =>
      withSessionCheck(queries, send(endpoints.changeAddress, { body, reply: changeAddressReply })),
  });
}
