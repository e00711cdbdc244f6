import type { Prisma } from './generated/client.ts';
import type { PrismaClient } from './client.ts';

/** Hashes say nothing about anybody and could only do harm. */
const withoutHash = { omit: { tokenHash: true } } as const;
const codes = { codeHash: true, sharedCodeHash: true } as const;

/** Every relation of a user, so that the compiler asks for the ones to come; `false` where the address finds more. */
const ofUser = {
  team: {
    select: {
      ...{ id: true, name: true, plan: true, ownerId: true, createdAt: true },
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
  samlRequests: false,
  ssoTests: true,
  sentTeamInvitations: { omit: codes },
  eventCollaborations: true,
  oauthGrants: { include: { client: { select: { clientId: true, name: true } } } },
  paymentAttempts: true,
  consents: true,
  madeOffer: true,
  ownerOffers: true,
  addressChanges: { omit: { tokenHash: true, undoHash: true } },
  factorRecoveries: { omit: { stopHash: true, lateStopHash: true } },
  inactiveAccount: true,
  endedAccess: true,
  dataExport: { omit: { content: true } },
} as const satisfies Record<Exclude<keyof Prisma.UserInclude, '_count'>, unknown>;

export type ExportedPerson = { email: string; user: { id: string } | null };

/**
 * Everything the portal knows about a person (GDPR articles 15 and 20), by table, as plain JSON without hashes; nothing
 * if that is nothing. `tables-of-people.ts` says where each table is. The same for who asks for their own and for
 * `npm run operate -- export-user`.
 */
export async function exportPerson(prisma: PrismaClient, email: string): Promise<ExportedPerson | undefined> {
  const user = await prisma.user.findUnique({
    where: { email },
    omit: { passwordHash: true },
    include: ofUser,
  });
  const byAddress = { where: { email } };
  const found = {
    user,
    registrations: await prisma.registration.findMany({
      where: { address: email },
      omit: { browserHash: true },
    }),
    links: await prisma.oneTimeLink.findMany({ ...byAddress, ...withoutHash }),
    teamInvitations: await prisma.teamInvitation.findMany({ ...byAddress, omit: codes }),
    eventInvitations: await prisma.eventInvitation.findMany({
      where: { OR: [{ email }, { inviterEmail: email }] },
      omit: codes,
    }),
    pendingIdentities: await prisma.pendingIdentity.findMany(byAddress),
    memberChanges: await prisma.memberChange.findMany(byAddress),
    seatRequests: await prisma.seatRequest.findMany(byAddress),
    mailWaits: await prisma.mailWait.findMany(byAddress),
    invitationMailWait: await prisma.invitationMailWait.findUnique(byAddress),
    invitationBudgets: await prisma.invitationBudget.findMany({
      where: { holder: { in: [`product-inviter:${email}`, ...(user ? [`inviter:${user.id}`] : [])] } },
    }),
    loginLockout: await prisma.loginLockout.findUnique(byAddress),
    mails: await prisma.$queryRaw<object[]>`
      SELECT kind, state, created_at AS "createdAt" FROM queued_for(${email})`,
    securityLog: await prisma.auditEvent.findMany({
      where: { OR: [{ email }, ...(user ? [{ userId: user.id }] : [])] },
      orderBy: { id: 'asc' },
    }),
  };
  const isEmpty = Object.values(found).every(
    (part) => part === null || (Array.isArray(part) && part.length === 0),
  );
  return isEmpty ? undefined : { email, ...found };
}
