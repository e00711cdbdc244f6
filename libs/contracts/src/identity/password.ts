import * as z from 'zod/mini';
import { say } from '@foyer/catalog/words/say';
import { planTypes } from '@foyer/catalog/plans';
import { emailField, ENTER_VALID_EMAIL } from '../email.ts';
import { REQUIRED_FIELD, tooLong } from '../field.ts';
import { fieldProblems } from '../field-problems.ts';
import type { ProblemCode } from '../problem.ts';

/** Lifetimes of mailed links. docs/product.md 9 specifies that of `create_password`. */
export const linkLifeHours = { create_password: 24, reset_password: 1 } as const;

/** Lengths of a password in code points after NFKC (docs/product.md 5, 10). */
const PASSWORD_MIN_LENGTH = 12;
const PASSWORD_MAX_LENGTH = 128;
export const PASSWORD_REQUIREMENTS_NOT_MET = say(
  'identity.password.requirementsNotMet',
  'Password requirements were not met.',
);

/**
 * Returns a password in NFKC, the form that is counted and hashed. Passwords are never trimmed or cut
 * (docs/product.md 10).
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** The checklist below the password field (docs/product.md 4 and 5), in display order. */
export const passwordRules = [
  {
    key: 'length',
    label: say('identity.password.minimumLength', `At least ${PASSWORD_MIN_LENGTH} characters`),
    isMet: (password: string) => [...normalizePassword(password)].length >= PASSWORD_MIN_LENGTH,
  },
  {
    key: 'uppercase',
    label: say('identity.password.uppercase', 'One uppercase letter'),
    isMet: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    key: 'lowercase',
    label: say('identity.password.lowercase', 'One lowercase letter'),
    isMet: (password: string) => /\p{Ll}/u.test(password),
  },
  {
    key: 'special',
    label: say('identity.password.specialCharacter', 'One special character, such as ! @ # $ %'),
    isMet: (password: string) => /[!-/:-@[-`{-~]/.test(password),
  },
  {
    key: 'match',
    label: say('identity.password.match', 'Both passwords match'),
    isMet: (password: string, confirmation: string) => password !== '' && password === confirmation,
  },
] as const satisfies readonly {
  key: string;
  label: string;
  isMet: (password: string, confirmation: string) => boolean;
}[];
export type PasswordRule = (typeof passwordRules)[number];

export function unmetPasswordRules(password: string, confirmation: string): PasswordRule[] {
  return passwordRules.filter((rule) => !rule.isMet(password, confirmation));
}

export const newPasswordFields = {
  password: z
    .string({ error: fieldProblems.passwordMissing })
    .check(z.maxLength(1024, say('identity.passwordTooLong', 'Use a shorter password'))),
  confirm_password: z
    .string({ error: say('identity.password.repeatMissing', 'Enter the password again') })
    .check(z.maxLength(1024)),
};

type Refuse = (field: 'password' | 'confirm_password', message: string) => void;

function checkPasswords(password: string, confirmation: string, refuse: Refuse): void {
  for (const rule of unmetPasswordRules(password, confirmation))
    refuse(rule.key === 'match' ? 'confirm_password' : 'password', rule.label);
  if ([...normalizePassword(password)].length > PASSWORD_MAX_LENGTH)
    refuse('password', tooLong(PASSWORD_MAX_LENGTH));
}

export const meetsPasswordRules = z.check<{ password: string; confirm_password: string }>((context) => {
  const { password, confirm_password } = context.value;
  checkPasswords(password, confirm_password, (field, message) =>
    context.issues.push({ code: 'custom', path: [field], message, input: context.value }),
  );
});

/** A new password and its confirmation, both absent in a body if a mailed link asks for the password later. */
export const optionalPasswordFields = {
  password: z.optional(newPasswordFields.password),
  confirm_password: z.optional(newPasswordFields.confirm_password),
};

export const meetsPasswordRulesIfAny = z.check<{
  password?: string | undefined;
  confirm_password?: string | undefined;
}>((context) => {
  const { password, confirm_password } = context.value;
  if (password === undefined && confirm_password === undefined) return;
  checkPasswords(password ?? '', confirm_password ?? '', (field, message) =>
    context.issues.push({ code: 'custom', path: [field], message, input: context.value }),
  );
});

export const resetPasswordReply = z.object({
  message: z.string(),
  user: z.object({ email: z.string() }),
  plan: z.optional(z.enum(planTypes)),
});
export type ResetPasswordReply = z.infer<typeof resetPasswordReply>;

export const forgotPasswordBody = z.strictObject({ email: emailField(ENTER_VALID_EMAIL) });
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>;

/** Response of `POST /forgot-password`: the same with and without an account. */
export const forgotPasswordReply = z.object({});

export const changePasswordBody = z
  .strictObject({
    current_password: z
      .string({ error: REQUIRED_FIELD })
      .check(
        z.minLength(1, REQUIRED_FIELD),
        z.maxLength(1024, say('identity.passwordTooLong', 'Use a shorter password')),
      ),
    ...newPasswordFields,
  })
  .check(meetsPasswordRules);
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

export const passwordProblems = {
  common: say('identity.password.common', 'This password is too common. Choose a different one.'),
  leaked: say('identity.password.breached', 'This password appeared in a data leak. Choose a different one.'),
  personal: say(
    'identity.password.personal',
    'Don’t use your name, email address, company or our product name in your password.',
  ),
  repeats: say(
    'identity.password.repeated',
    'Repeated characters are easy to guess. Use several unrelated words.',
  ),
  sequence: say(
    'identity.password.sequence',
    'Sequences such as abcd or 4321 are easy to guess. Use several unrelated words.',
  ),
  keyboard: say(
    'identity.password.keyboardPattern',
    'Keyboard patterns such as qwerty are easy to guess. Use several unrelated words.',
  ),
  date: say('identity.password.date', 'Dates and years are easy to guess. Use several unrelated words.'),
  guessable: say(
    'identity.password.guessable',
    'This password is easy to guess. Use several unrelated words.',
  ),
} as const;

export const resetTokenQuery = z.object({ resetToken: z._default(z.string().check(z.maxLength(200)), '') });

export const linkStates = ['valid', 'expired', 'used', 'replaced', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

export const linkProblems = {
  expired: 'LinkExpired',
  used: 'LinkUsed',
  replaced: 'LinkReplaced',
  unknown: 'LinkUnknown',
} as const satisfies Record<Exclude<LinkState, 'valid'>, ProblemCode>;
