import { businessTypes } from '@foyer/catalog/business-types';
import { signUpQuestions, type SignUpForm } from '@foyer/contracts/registration/sign-up';
import { useMemo, type ReactNode } from 'react';
import styles from '../ui/form-grid.module.css';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { useForm } from '../ui/use-form.ts';
import { QuestionFields, questionProps } from './question-fields.tsx';
import { meetingSpaceOptions } from './meeting-space-options.ts';
import { inWords } from '../words/in-words.ts';

const businessTypeOptions = () =>
  businessTypes.map(({ value, label, description }) => ({
    value,
    label: inWords(label),
    description: inWords(description),
  }));

type SignUpFieldsProps = {
  form: Pick<ReturnType<typeof useForm<SignUpForm>>, 'values' | 'errors' | 'change' | 'text'>;
  email?: ReactNode;
};

export function SignUpFields({ form, email }: SignUpFieldsProps) {
  const { values, errors, change, text } = form;
  return (
    <QuestionFields
      questions={signUpQuestions}
      form={form}
      instead={{
        email,
        businessName: (
          <div className={email ? styles.whole : undefined}>
            <TextField {...text('businessName')} {...questionProps(signUpQuestions.businessName)} />
          </div>
        ),
        businessType: (
          <SelectField
            label={inWords(signUpQuestions.businessType.label)}
            name="businessType"
            options={useMemo(() => businessTypeOptions(), [])}
            value={values.businessType}
            error={errors.businessType}
            onChange={(businessType) => change({ businessType, sqft: values.sqft })}
          />
        ),
        sqft: (
          <SelectField
            label={inWords(signUpQuestions.sqft.label)}
            name="sqft"
            options={useMemo(() => meetingSpaceOptions(), [])}
            value={values.sqft}
            error={errors.sqft}
            isRequired={values.businessType === 'hotel'}
            onChange={(sqft) => change({ sqft })}
          />
        ),
      }}
    />
  );
}
