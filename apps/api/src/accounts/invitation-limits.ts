const HOUR = 3_600;
const DAY = 86_400;

/** So many at once; what is spent comes back evenly over so many seconds. */
export type InvitationLimit = { invitations: number; seconds: number };

/**
 * How many invitations may be sent, by whoever sends them; each is counted on all that it is sent by. Written for
 * people in docs/flows/rate-limits.md. The least of an owner's is as many as one call may name, so that a list that
 * is pasted goes out or is refused as a whole.
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
 * What an app or the product may send for all its people is shared by people who do not know each other. Whoever has
 * sent hardly more than this in the day is served out of a second budget of the same size when the first is spent, so that
 * the few who spend it do not shut out the others (invariant 13 of docs/security.md).
 */
export const QUIET_INVITATIONS = 5;

/** Mails about invitations to one address, whoever sends them. What is over is merged into the next, never dropped. */
export const mailsToOneAddress = { mails: 4, seconds: DAY };

/** Most invitations that one mail tells of; the others come in the next. */
export const INVITATIONS_IN_ONE_MAIL = 50;
