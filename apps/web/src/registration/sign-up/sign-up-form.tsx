import { questionOrder } from '../../fields/question-order.ts';
import { signUpFields, type SignUpForm as SignUpValues } from '@foyer/contracts/registration/sign-up';
import { NewAddressField } from './new-address-field.tsx';
import { SignUpFields } from '../../fields/sign-up-fields.tsx';
import { TermsText } from '../../fields/terms-text.tsx';
import { usePlan } from '../../navigation/plan-choice.ts';
import { emptySignUpForm, storedSignUpDraft } from '../sign-up-draft.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/form-grid.module.css';
import { useForm } from '../../ui/use-form.ts';
import { useSignUp, validateSignUp } from './use-sign-up.ts';
import { t } from '../../words/t.ts';

type SignUpFormProps = {
  lockedEmail?: string;
  /** Called instead of the registration if the person is invited, after the answers are stored (docs/product.md 4). */
  onKept?: (values: SignUpValues) => void;
  isLoading?: boolean;
};

export function SignUpForm({ lockedEmail, onKept, isLoading = false }: SignUpFormProps) {
  const plan = usePlan();
  const form = useForm<SignUpValues>({
    initial: { ...emptySignUpForm, ...storedSignUpDraft.read(), ...(lockedEmail && { email: lockedEmail }) },
    order: questionOrder(signUpFields),
    clears: 'own',
    validate: (values) => validateSignUp(values, plan),
    onSubmit: (values) => {
      if (!onKept) return signUp.mutate(values);
      storedSignUpDraft.write(values);
      onKept(values);
    },
    onChange: (values) => storedSignUpDraft.write(values),
  });
  const signUp = useSignUp(plan, form.showErrors);

  return (
    <form className={styles.form} {...form.formProps}>
      <SignUpFields
        form={form}
        email={<NewAddressField text={form.text('email')} isLocked={lockedEmail !== undefined} />}
      />
      <p className={styles.terms}>
        <TermsText />
      </p>
      <Button type="submit" isWide isLoading={signUp.isPending || isLoading}>
        {t('registration.signUpForm.next', 'Next ## button: to the next step')}
      </Button>
    </form>
  );
}
