import { businessTypes, type BusinessType } from '@foyer/catalog/business-types';
import { meetingSpaceValues } from '@foyer/catalog/meeting-space';
import type { SignUpForm } from '@foyer/contracts/sign-up';
import type { ReactNode } from 'react';
import styles from '../ui/form-grid.module.css';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { useForm } from '../ui/use-form.ts';
import { OptInField } from './opt-in-field.tsx';
import { PlaceFields } from './place-fields.tsx';

const meetingSpaceOptions = meetingSpaceValues.map((value) => ({ value, label: value }));

type SignUpFieldsProps = {
  form: Pick<ReturnType<typeof useForm<SignUpForm>>, 'values' | 'errors' | 'change' | 'text'>;
  /** The box for the address, where it is asked for. */
  email?: ReactNode;
};

/** The questions of a sign-up (docs/product.md 2), wherever they are asked. */
export function SignUpFields({ form: { values, errors, change, text }, email }: SignUpFieldsProps) {
  return (
    <>
      <div className={styles.fields}>
        <TextField {...text('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...text('lastName')} label="Last name" autoComplete="family-name" />
        {email}
        <TextField {...text('phone')} label="Phone" type="tel" autoComplete="tel" />
        <div className={email ? styles.whole : undefined}>
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
    </>
  );
}
