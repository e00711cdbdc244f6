import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { visibleText } from './visible-text.ts';

export const REQUIRED_FIELD = say('contracts.field.required', 'Required Field');

const TEXT_MAX_LENGTH = 200;

/**
 * Returns the error of a text that is longer than `maxLength`. The catalogues have one entry with `{number}`
 * (`withNumber`).
 */
export const tooLong = (maxLength: number): string =>
  say('contracts.field.tooLong', 'Use {number} characters or fewer').replace('{number}', String(maxLength));

const shortEnough = (maxLength: number) => z.maxLength(maxLength, tooLong(maxLength));
const visible = () => z.overwrite(visibleText);
const textOf = (maxLength: number) =>
  z
    .string({ error: say('common.enterText', 'Enter text') })
    .check(visible(), z.trim(), shortEnough(maxLength));

/** A required single-line answer: invisible characters removed, trimmed, not empty, at most `maxLength` characters. */
export const requiredText = (maxLength = TEXT_MAX_LENGTH) =>
  z
    .string({ error: REQUIRED_FIELD })
    .check(visible(), z.trim(), z.minLength(1, REQUIRED_FIELD), shortEnough(maxLength));

/** An optional answer. If absent, it becomes the empty string. */
export const optionalText = (maxLength = TEXT_MAX_LENGTH) => z._default(textOf(maxLength), '');

/** An optional answer. If absent, it is undefined, which differs from empty. */
export const textIfGiven = (maxLength = TEXT_MAX_LENGTH) => z.optional(textOf(maxLength));

export const CHOOSE_FROM_LIST = say('contracts.field.chooseFromList', 'Choose one from the list');

export const requiredChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: (issue) => (issue.input ? CHOOSE_FROM_LIST : REQUIRED_FIELD) });
