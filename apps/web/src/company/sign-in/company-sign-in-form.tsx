import { fieldsOf } from '@foyer/contracts/field-problems';
import { findIdpBody } from '@foyer/contracts/company/saml';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { t } from '../../words/t.ts';
import styles from './company-sign-in-form.module.css';
import { ChooseIdp } from './choose-idp.tsx';
import { fieldProblemOf, problemText, useFindIdp } from './use-find-idp.ts';

export function CompanySignInForm() {
  const find = useFindIdp();
  const form = useForm({
    initial: { email: '' },
    order: ['email'],
    clears: 'all',
    validate(values) {
      const result = findIdpBody.safeParse(values);
      return result.success ? {} : fieldsOf(result.error.issues);
    },
    onSubmit: ({ email }) =>
      find.mutate(email, {
        onError: (error) => {
          const problem = fieldProblemOf(error);
          if (problem) form.showErrors({ email: problem });
        },
      }),
    onChange: () => find.reset(),
  });
  const { ref } = form.formProps;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  const idpNames = find.data?.idpNames;
  if (idpNames) return <ChooseIdp idpNames={idpNames} />;
  return (
    <form
      className={styles.form}
      aria-label={t('company.signInHeading', 'Sign in with your company')}
      {...form.formProps}
    >
      <Message kind="error">{find.error && !fieldProblemOf(find.error) && problemText(find.error)}</Message>
      <TextField
        {...form.text('email')}
        label={t('company.companySignInForm.emailLabel', 'Work email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" isWide isLoading={find.isPending || find.isSuccess}>
        {t('common.continue', 'Continue')}
      </Button>
    </form>
  );
}
