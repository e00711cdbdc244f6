import type { Prisma } from './generated/client.ts';
import type { PrismaClient } from './client.ts';
import { findHeldAddresses, heldTime, mailLimitsOf, type HeldAddress } from './held-addresses.ts';

/** Hashes of tokens and codes are not exported: they do not inform the person, and a leak would be harmful. */
const withoutHash = { omit: { tokenHash: true } } as const;
const codes = { codeHash: true, sharedCodeHash: true } as const;

/**
 * Every relation of a user, as the type requires. `false` leaves a relation out, because its rows are found by address
 * or are in `team`.
 */
const ofUser = {
  team: {
    select: {
      id: true,
      name: true,
      plan: true,
      ownerId: true,
      createdAt: true,
      subscription: { select: { status: true, currentPeriodEnd: true } },
    },
  },
  ownedTeam: false,
  links: false,
  sessions: withoutHash,
  knownDevices: withoutHash,
  passkeys: { omit: { publicKey: true, counter: true } },
  secondFactor: {
    omit: { sealedSecret: true },
    include: {
      recoveryCodes: { omit: { codeHash: true, selector: true } },
      pendingLogins: { omit: { tokenHash: true, mailedCodeHash: true } },
      lockouts: true,
    },
  },
  ssoIdentities: { include: { identityProvider: { select: { name: true } } } },
  pendingIdentities: false,
  formerIdentities: true,
  ssoTests: true,
  sentTeamInvitations: { omit: codes },
  eventCollaborations: true,
  oauthGrants: { include: { client: { select: { clientId: true, name: true } } } },
  paymentAttempts: { omit: { cardHash: true } },
  consents: true,
  madeOffers: true,
  ownerOffers: true,
  addressChanges: { omit: { tokenHash: true, undoHash: true } },
  formerAddresses: true,
  factorRecoveries: { omit: { stopHash: true, lateStopHash: true } },
  endedAccess: true,
  formerPlans: { select: { transferredAt: true } },
  dataExport: { omit: { content: true } },
} as const satisfies Record<Exclude<keyof Prisma.UserInclude, '_count'>, unknown>;

export type ExportedPerson = { email: string; user: { id: string } | null };

/**
 * Returns the data about a person (GDPR articles 15 and 20), found by the addresses of `findHeldAddresses`, without
 * secrets and without the hashes of passwords, tokens and codes. Undefined if there is no data. `tables-of-people.ts`
 * has the key of each table.
 */
export async function exportPerson(prisma: PrismaClient, email: string): Promise<ExportedPerson | undefined> {
  const user = await prisma.user.findUnique({
    where: { email },
    omit: { passwordHash: true },
    include: ofUser,
  });
  const userId = user?.id ?? null;
  const held = await findHeldAddresses(prisma, email, userId);
  const invitedThen = held.map((one) => ({ email: one.email, createdAt: heldTime(one) }));
  const seenThen = held.map((one) => ({ email: one.email, at: heldTime(one) }));
  const found = {
    user,
    registrations: await prisma.registration.findMany({
      where: { OR: held.map((one) => ({ address: one.email, updatedAt: heldTime(one) })) },
      omit: { browserHash: true },
    }),
    links: await prisma.oneTimeLink.findMany({ where: { OR: invitedThen }, ...withoutHash }),
    teamInvitations: await prisma.teamInvitation.findMany({ where: { OR: invitedThen }, omit: codes }),
    eventInvitations: await prisma.eventInvitation.findMany({
      where: {
        OR: invitedThen.flatMap((one) => [one, { inviterEmail: one.email, createdAt: one.createdAt }]),
      },
      omit: codes,
    }),
    pendingIdentities: await prisma.pendingIdentity.findMany({
      where: { OR: held.map((one) => ({ email: one.email, firstSeenAt: heldTime(one) })) },
    }),
    memberChanges: await prisma.memberChange.findMany({ where: { OR: seenThen } }),
    seatRequests: await prisma.seatRequest.findMany({ where: { OR: seenThen } }),
    mailLimits: await prisma.mailLimit.findMany({
      where: { OR: held.map((one) => mailLimitsOf(one, userId)) },
    }),
    lockouts: await prisma.lockout.findMany({
      where: { OR: held.map((one) => ({ subject: one.email, windowStartedAt: heldTime(one) })) },
    }),
    mails: await findMails(prisma, held),
    securityLog: await prisma.auditEvent.findMany({
      where: { OR: [...seenThen, ...(userId === null ? [] : [{ userId }])] },
      orderBy: { id: 'asc' },
    }),
  };
  const isEmpty = Object.values(found).every(
    (part) => part === null || (Array.isArray(part) && part.length === 0),
  );
  return isEmpty ? undefined : { email, ...found };
}

async function findMails(prisma: PrismaClient, held: HeldAddress[]): Promise<object[]> {
  const mails: object[] = [];
  for (const { email, from, until } of held)
    mails.push(
      ...(await prisma.$queryRaw<object[]>`
        SELECT kind, state, created_at AS "createdAt" FROM queued_for(${email})
         WHERE (${from}::timestamptz IS NULL OR created_at > ${from}::timestamptz)
           AND (${until}::timestamptz IS NULL OR date_trunc('milliseconds', created_at) <= ${until}::timestamptz)`),
    );
  return mails;
}
