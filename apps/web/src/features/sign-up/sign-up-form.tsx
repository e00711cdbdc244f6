import { businessTypes, type BusinessType } from '@foyer/catalog/business-types';
import { meetingSpaceValues } from '@foyer/catalog/meeting-space';
import type { SignUpForm as SignUpValues } from '@foyer/contracts/sign-up';
import { OptInField } from '../../fields/opt-in-field.tsx';
import { PlaceFields } from '../../fields/place-fields.tsx';
import { usePlan } from '../../journey/plan-choice.ts';
import { emptySignUpForm, signUpFieldOrder, storedSignUpDraft } from '../../journey/sign-up-draft.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './sign-up-form.module.css';
import { useSignUp, validateSignUp } from './use-sign-up.ts';

const meetingSpaceOptions = meetingSpaceValues.map((value) => ({ value, label: value }));

/** `lockedEmail` is an invited person's address, which cannot be changed. */
export function SignUpForm({ lockedEmail }: { lockedEmail?: string }) {
  const plan = usePlan();
  const { links } = usePageValues();
  const form = useForm<SignUpValues>({
    initial: { ...emptySignUpForm, ...storedSignUpDraft.read(), ...(lockedEmail && { email: lockedEmail }) },
    order: signUpFieldOrder,
    clears: 'own',
    validate: (values) => validateSignUp(values, plan),
    onSubmit: (values) => signUp.mutate(values),
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
        By continuing, you agree to the{' '}
        <OutsideLink href={links.productTerms} isNewTab>
          product terms of use
        </OutsideLink>{' '}
        and the{' '}
        <OutsideLink href={links.websiteTerms} isNewTab>
          website terms of use
        </OutsideLink>
        .
      </p>
      <Button type="submit" isWide isLoading={signUp.isPending}>
        Next
      </Button>
    </form>
  );
}
