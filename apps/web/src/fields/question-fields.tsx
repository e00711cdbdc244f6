import { isRequired, type Question } from '@foyer/contracts/form';
import { Fragment, type ReactNode } from 'react';
import styles from '../ui/form-grid.module.css';
import { TextField, type TextFieldProps } from '../ui/text-field.tsx';
import { inWords } from '../words/in-words.ts';
import { questionOrder } from './question-order.ts';
import { OptInField } from './opt-in-field.tsx';
import { PlaceFields } from './place-fields.tsx';

export function questionProps(question: Question) {
  const { label, type, autoComplete } = question;
  return {
    label: inWords(label),
    isRequired: isRequired(question),
    ...(type && { type }),
    ...(autoComplete && { autoComplete }),
  };
}

type Place = { countryCode: string; stateCode: string };

type QuestionFieldsProps<Keys extends string> = {
  questions: Readonly<Record<Keys, Question>>;
  form: {
    values: Place & { optIn: boolean };
    errors: { [Key in keyof Place]?: string | undefined };
    change(changed: Partial<Place> & { optIn?: boolean }): void;
    text(key: NoInfer<Keys>): Pick<TextFieldProps, 'name' | 'value' | 'error' | 'onChange'>;
  };
  /** Replaces the text field of a question by another control, or by nothing if the form does not ask the question. */
  instead?: { [Key in NoInfer<Keys>]?: ReactNode };
  /** Handles a new country or state instead of `form.change`, for forms in which other values depend on it. */
  onPlace?(place: Partial<Place>): void;
};

export function QuestionFields<Keys extends string>({
  questions,
  form,
  instead,
  onPlace,
}: QuestionFieldsProps<Keys>) {
  const { values, errors, change, text } = form;
  const { countryCode, stateCode, optIn } = values;
  const { countryCode: country }: Partial<Record<string, Question>> = questions;
  const others: Partial<Record<string, ReactNode>> = {
    countryCode: country && (
      <PlaceFields
        countryCode={countryCode}
        stateCode={stateCode}
        errors={errors}
        isRequired={isRequired(country)}
        onChange={onPlace ?? change}
      />
    ),
    stateCode: null,
    ...instead,
  };
  return (
    <>
      <div className={styles.fields}>
        {questionOrder(questions).map((key) => (
          <Fragment key={key}>
            {key in others ? others[key] : <TextField {...text(key)} {...questionProps(questions[key])} />}
          </Fragment>
        ))}
      </div>
      <OptInField
        countryCode={countryCode}
        isChecked={optIn}
        onChange={(isChecked) => change({ optIn: isChecked })}
      />
    </>
  );
}
