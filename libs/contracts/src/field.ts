import * as z from 'zod/mini';

/** SPEC 8: the text under an empty required field. */
export const REQUIRED_FIELD = 'Required Field';

/** Longest answer a plain text field takes, in characters. */
export const TEXT_MAX_LENGTH = 200;

// Control characters have no business in a name and could forge a mail header or a log line.

const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const shortEnough = (maxLength: number) =>
  z.maxLength(maxLength, `Use ${maxLength.toLocaleString('en-US')} characters or fewer`);
const printable = z.refine<string>(
  (value) => !CONTROL_CHARACTERS.test(value),
  'Remove the special characters',
);

/** A required one-line answer: trimmed, not empty, printable, at most `maxLength` characters. */
export const requiredText = (maxLength = TEXT_MAX_LENGTH) =>
  z
    .string({ error: REQUIRED_FIELD })
    .check(z.trim(), z.minLength(1, REQUIRED_FIELD), shortEnough(maxLength), printable);

/** An answer that may be left out: the empty string then. */
export const optionalText = (maxLength = TEXT_MAX_LENGTH) =>
  z._default(z.string({ error: 'Enter text' }).check(z.trim(), shortEnough(maxLength), printable), '');

export const CHOOSE_FROM_LIST = 'Choose one from the list';

/** One of a fixed list; nothing chosen is "required", anything else "choose from the list". */
export const requiredChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: (issue) => (issue.input ? CHOOSE_FROM_LIST : REQUIRED_FIELD) });
