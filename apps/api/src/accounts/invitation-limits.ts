const HOUR = 3_600;
const DAY = 86_400;

/** A leaky bucket: so many at once, regained evenly over so many seconds. */
export type InvitationLimit = { invitations: number; seconds: number };

/**
 * Budgets of invitations; each invitation counts in all that apply to its sender. Explained in
 * docs/flows/rate-limits.md. An owner's smallest equals the most that one call may name, so that a pasted list is
 * sent or rejected as a whole.
 */
export const invitationLimits = {
  inviter: [
    { invitations: 100, seconds: HOUR },
    { invitations: 300, seconds: DAY },
  ],
  team: [
    { invitations: 200, seconds: HOUR },
    { invitations: 600, seconds: DAY },
  ],
  grant: [
    { invitations: 60, seconds: HOUR },
    { invitations: 200, seconds: DAY },
  ],
  app: [
    { invitations: 1_000, seconds: HOUR },
    { invitations: 5_000, seconds: DAY },
  ],
  product: [
    { invitations: 2_000, seconds: HOUR },
    { invitations: 20_000, seconds: DAY },
  ],
} as const satisfies Record<string, readonly InvitationLimit[]>;
export type HolderKind = keyof typeof invitationLimits;

/**
 * The budget of an app or the product is shared by people who do not know each other. Senders of hardly more than
 * this in a day have a second budget of the same size when the first is spent, so that the few who spend it do not
 * lock out the others (invariant 13 of docs/security.md).
 */
export const QUIET_INVITATIONS = 5;

/** Mails about invitations to one address, whoever sends them. Those beyond are merged into the next, never dropped. */
export const mailsToOneAddress = { mails: 4, seconds: DAY };

/** The most invitations in one mail; the others come in the next. */
export const INVITATIONS_IN_ONE_MAIL = 50;
