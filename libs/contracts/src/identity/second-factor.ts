import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { readCrockford, typedCode } from './typed-code.ts';

/** The length and period of an authenticator app's codes (RFC 6238; RFC 4226 5.3). */
export const CODE_DIGITS = 6;
export const CODE_SECONDS = 30;

/** How long a login waits for its code. */
export const PENDING_LOGIN_MINUTES = 5;
/** How long a login on a trusted device needs no code. */
export const TRUSTED_DEVICE_DAYS = 30;
export const RECOVERY_CODES = 10;
/** With this number of recovery codes or fewer, the security page suggests new ones. */
export const FEW_RECOVERY_CODES = 3;

export const ENTER_CODE = say('identity.secondFactor.codeFormat', 'Enter the 6-digit code from your app');
const ENTER_RECOVERY_CODE = say(
  'identity.secondFactor.recoveryCodeFormat',
  'Enter one of your recovery codes',
);

/** A code from an app. Spaces, which some apps show, are removed. */
const code = z.string({ error: ENTER_CODE }).check(
  z.maxLength(20, ENTER_CODE),
  z.overwrite((text) => typedCode(text).replace(/\s/g, '')),
  z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), ENTER_CODE),
);

const recoveryCode = z
  .string({ error: ENTER_RECOVERY_CODE })
  .check(
    z.maxLength(40, ENTER_RECOVERY_CODE),
    z.overwrite(readCrockford),
    z.regex(/^[0-9A-HJKMNP-TV-Z]{12}$/, ENTER_RECOVERY_CODE),
  );

export const eitherCode = { code: z.optional(code), recoveryCode: z.optional(recoveryCode) };
const isOneOfBoth = <Given extends FactorProof>() =>
  z.refine<Given>((given) => (given.code === undefined) !== (given.recoveryCode === undefined), {
    error: ENTER_CODE,
    path: ['code'],
  });

export const hasAtMostOneCode = <Given extends FactorProof>() =>
  z.refine<Given>((given) => given.code === undefined || given.recoveryCode === undefined, {
    error: ENTER_CODE,
    path: ['code'],
  });

export type FactorProof = { code?: string | undefined; recoveryCode?: string | undefined };
export const factorProof = z.strictObject(eitherCode).check(isOneOfBoth());

export const loginFactorBody = z
  .strictObject({
    ...eitherCode,
    rememberDevice: z.boolean(),
    redirect: z.optional(z.string().check(z.maxLength(2048))),
  })
  .check(isOneOfBoth());
export type LoginFactorBody = z.infer<typeof loginFactorBody>;

export const addFactorBody = z.strictObject({ code });
export type AddFactorBody = z.infer<typeof addFactorBody>;

/** Response that starts the set-up: the app's secret, in base 32 and as the URI of the QR code. */
export const setUpReply = z.object({ secret: z.string(), uri: z.string() });
export type SetUpReply = z.infer<typeof setUpReply>;

/** Response with new recovery codes. No later response contains them. */
export const recoveryCodesReply = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesReply = z.infer<typeof recoveryCodesReply>;

const trustedDevice = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  browser: z.optional(z.string()),
  system: z.optional(z.string()),
  until: z.string(),
});
export type TrustedDevice = z.infer<typeof trustedDevice>;

export const secondFactorReply = z.object({
  /** The end of the waiting period of a running recovery, ISO 8601. */
  recoveryEndsAt: z.optional(z.string()),
  since: z.optional(z.string()),
  codesLeft: z.number(),
  devices: z.array(trustedDevice),
  /** Without a password, the security page offers no authenticator app. */
  hasPassword: z.boolean(),
  /** The company whose sign-in counts as the user's second factor. */
  company: z.optional(z.string()),
});
export type SecondFactorReply = z.infer<typeof secondFactorReply>;

/** The latest deadline that a team can set, in days from today. */
export const FACTOR_RULE_DAYS = 60;
/** How long a new user or member needs no second factor, even if the deadline is earlier. */
export const FACTOR_GRACE_DAYS = 7;

const CHOOSE_DAY = say('identity.secondFactor.deadlineMissing', 'Choose a deadline');
export const CHOOSE_NEAR_DAY = say(
  'identity.secondFactor.deadlineRange',
  `Choose a deadline within the next ${FACTOR_RULE_DAYS} days`,
);

/** Body of `POST /team/second-factor`: the last day on which members need no second factor, in UTC. */
export const requireFactorBody = z.strictObject({
  by: z.string({ error: CHOOSE_DAY }).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, CHOOSE_DAY)),
});
export type RequireFactorBody = z.infer<typeof requireFactorBody>;
