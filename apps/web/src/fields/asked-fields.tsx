import type { Question } from '@foyer/contracts/form';
import { Fragment, type ReactNode } from 'react';
import { TextField, type TextFieldProps } from '../ui/text-field.tsx';
import { inWords } from '../words/in-words.ts';
import { askedOrderOf } from './asked-order.ts';

/** What a text field says of its question. */
export function askingFor({ label, type, autoComplete }: Question) {
  return { label: inWords(label), ...(type && { type }), ...(autoComplete && { autoComplete }) };
}

type AskedFieldsProps<Keys extends string> = {
  questions: Readonly<Record<Keys, Question>>;
  /** Of `useForm`. */
  text(key: Keys): Pick<TextFieldProps, 'name' | 'value' | 'error' | 'onChange'>;
  /** Where a question is asked otherwise than in a line of text; nothing where it is not asked. */
  instead: { [Key in Keys]?: ReactNode };
};

/** The questions of a form in their order. */
export function AskedFields<Keys extends string>({ questions, text, instead }: AskedFieldsProps<Keys>) {
  return askedOrderOf(questions).map((key) => (
    <Fragment key={key}>
      {key in instead ? instead[key] : <TextField {...text(key)} {...askingFor(questions[key])} />}
    </Fragment>
  ));
}
