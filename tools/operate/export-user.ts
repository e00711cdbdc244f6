import { FAILED_JOB_QUEUE, FAILED_MAIL_QUEUE, MAIL_QUEUE } from '@foyer/mail/queues';
import type { PrismaClient } from '@foyer/db/client';
import { CommandError } from '../command-error.ts';
import { recordOperation } from './record.ts';

/**
 * Everything the portal knows about a person (GDPR articles 15 and 20), by table, as plain JSON. Hashes of passwords
 * and tokens are left out: they say nothing about anybody and could only do harm.
 * That it was exported is in the security log. Throws `CommandError` when nothing is known.
 */
export async function exportUser(prisma: PrismaClient, email: string): Promise<object> {
  const secrets = { tokenHash: true } as const;
  const codes = { codeHash: true, sharedCodeHash: true } as const;
  const user = await prisma.user.findUnique({
    where: { email },
    omit: { passwordHash: true },
    include: {
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
      sessions: { omit: { tokenHash: secrets.tokenHash } },
      knownDevices: { omit: { tokenHash: secrets.tokenHash } },
      ssoIdentities: { include: { identityProvider: { select: { name: true } } } },
      ssoTests: true,
      sentTeamInvitations: { omit: codes },
      eventCollaborations: true,
      oauthGrants: { include: { client: { select: { clientId: true, name: true } } } },
      paymentAttempts: true,
      madeOffer: true,
      ownerOffers: true,
    },
  });
  const byAddress = { where: { email } };
  const found = {
    user,
    registrations: await prisma.registration.findMany({ ...byAddress, omit: { browserHash: true } }),
    links: await prisma.oneTimeLink.findMany({ ...byAddress, omit: { tokenHash: secrets.tokenHash } }),
    teamInvitations: await prisma.teamInvitation.findMany({
      ...byAddress,
      omit: codes,
    }),
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
      SELECT coalesce(data->>'kind', source_name) AS kind, state::text, created_on AS "createdAt" FROM pgboss.job
       WHERE name IN (${MAIL_QUEUE}, ${FAILED_MAIL_QUEUE}, ${FAILED_JOB_QUEUE})
         AND (data->>'to' = ${email} OR data->>'email' = ${email})
       ORDER BY created_on, id`,
    securityLog: await prisma.auditEvent.findMany({
      where: { OR: [{ email }, ...(user ? [{ userId: user.id }] : [])] },
      orderBy: { id: 'asc' },
    }),
  };
  const isEmpty = Object.values(found).every(
    (part) => part === null || (Array.isArray(part) && part.length === 0),
  );
  if (isEmpty) throw new CommandError(`The portal knows nothing about ${email}.`);
  await recordOperation(prisma, 'export-user', { ...(user ? { userId: user.id } : {}), email });
  return { email, ...found };
}
