import { businessTypes, type BusinessType } from '@foyer/catalog/business-types';
import { meetingSpaceValues } from '@foyer/catalog/meeting-space';
import type { SignUpForm as SignUpValues } from '@foyer/contracts/sign-up';
import { OptInField } from '../../fields/opt-in-field.tsx';
import { PlaceFields } from '../../fields/place-fields.tsx';
import { TermsText } from '../../fields/terms-text.tsx';
import { usePlan } from '../../journey/plan-choice.ts';
import { emptySignUpForm, signUpFieldOrder, storedSignUpDraft } from '../../journey/sign-up-draft.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/form-grid.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useSignUp, validateSignUp } from './use-sign-up.ts';

const meetingSpaceOptions = meetingSpaceValues.map((value) => ({ value, label: value }));

type SignUpFormProps = {
  /** An invited person's address, which cannot be changed. */
  lockedEmail?: string;
  /** For an invited person: the answers are kept for the next step, and nobody is registered yet (SPEC 4). */
  onKept?: (values: SignUpValues) => void;
  isLoading?: boolean;
};

export function SignUpForm({ lockedEmail, onKept, isLoading = false }: SignUpFormProps) {
  const plan = usePlan();
  const form = useForm<SignUpValues>({
    initial: { ...emptySignUpForm, ...storedSignUpDraft.read(), ...(lockedEmail && { email: lockedEmail }) },
    order: signUpFieldOrder,
    clears: 'own',
    validate: (values) => validateSignUp(values, plan),
    onSubmit: (values) => {
      if (!onKept) return signUp.mutate(values);
      storedSignUpDraft.write(values);
      onKept(values);
    },
    onChange: (values) => storedSignUpDraft.write(values),
  });
  const { values, errors, change, text } = form;
  const signUp = useSignUp(plan, form.showErrors);

  return (
    <form className={styles.form} {...form.formProps}>
      <div className={styles.fields}>
        <TextField {...text('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...text('lastName')} label="Last name" autoComplete="family-name" />
        <TextField
          {...text('email')}
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={lockedEmail !== undefined}
        />
        <TextField {...text('phone')} label="Phone" type="tel" autoComplete="tel" />
        <div className={styles.whole}>
          <TextField {...text('businessName')} label="Company name" autoComplete="organization" />
        </div>
        <SelectField
          label="Business type"
          name="businessType"
          options={businessTypes}
          value={values.businessType}
          error={errors.businessType}
          onChange={(value) => change({ businessType: value as BusinessType | '', sqft: values.sqft })}
        />
        <SelectField
          label="Meeting space capacity (sq ft)"
          name="sqft"
          options={meetingSpaceOptions}
          value={values.sqft}
          error={errors.sqft}
          isRequired={values.businessType === 'hotel'}
          onChange={(sqft) => change({ sqft })}
        />
        <PlaceFields
          countryCode={values.countryCode}
          stateCode={values.stateCode}
          errors={errors}
          onChange={change}
        />
      </div>
      <OptInField
        countryCode={values.countryCode}
        isChecked={values.optIn}
        onChange={(optIn) => change({ optIn })}
      />
      <p className={styles.terms}>
        <TermsText />
      </p>
      <Button type="submit" isWide isLoading={signUp.isPending || isLoading}>
        Next
      </Button>
    </form>
  );
}
