import { createHash, randomBytes } from 'node:crypto';
import type { PlanType } from '@foyer/catalog/plans';
import { encodeInvitationCode, INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { pages } from '@foyer/contracts/pages';
import { createPool, createPrismaClient, type PrismaClient } from '@foyer/db/client';
import { hash } from '@node-rs/argon2';
import { ownerUrl } from '../tools/prisma/database-urls.ts';
import { seedIdentityProviders } from './seed-identity-providers.ts';
import { seedOAuthClient } from './seed-oauth-client.ts';
import { seedSubscriptions } from './seed-subscriptions.ts';

/** The password of every demo account. Demo data exists only outside production. */
export const DEMO_PASSWORD = 'Seating-Chart-42!';

type DemoUser = { email: string; firstName: string; lastName: string; isDeactivated?: boolean };
type DemoTeam = {
  name: string;
  plan: PlanType;
  seatLimit: number;
  hasIncompleteBilling?: boolean;
  hasEnded?: boolean;
  members: DemoUser[];
  says: string;
};

const demoTeams: DemoTeam[] = [
  {
    name: 'Ada Events',
    plan: 'free',
    seatLimit: 1,
    members: [{ email: 'free@demo.test', firstName: 'Ada', lastName: 'Lovelace' }],
    says: 'Free Trial',
  },
  {
    name: 'Grace Gatherings',
    plan: 'pro',
    seatLimit: 1,
    members: [{ email: 'pro@demo.test', firstName: 'Grace', lastName: 'Hopper' }],
    says: 'PRO',
  },
  {
    name: 'Harbour Hotel',
    plan: 'pro',
    seatLimit: 5,
    members: [
      { email: 'owner@demo.test', firstName: 'Olive', lastName: 'Owner' },
      { email: 'member@demo.test', firstName: 'Milo', lastName: 'Member' },
    ],
    says: 'team of 5 seats: 2 members, 1 invited',
  },
  {
    name: 'Unpaid Venue',
    plan: 'free',
    seatLimit: 1,
    hasIncompleteBilling: true,
    members: [{ email: 'unpaid@demo.test', firstName: 'Uma', lastName: 'Unpaid' }],
    says: 'PRO chosen, not paid yet',
  },
  {
    name: 'Lapsed Lounge',
    plan: 'free',
    seatLimit: 1,
    hasEnded: true,
    members: [{ email: 'ended@demo.test', firstName: 'Enzo', lastName: 'Ended' }],
    says: 'ended subscription',
  },
  {
    name: 'Archived Agency',
    plan: 'free',
    seatLimit: 1,
    members: [
      { email: 'deactivated@demo.test', firstName: 'Dora', lastName: 'Deactivated', isDeactivated: true },
    ],
    says: 'deactivated',
  },
  {
    name: 'Full House',
    plan: 'pro',
    seatLimit: 1,
    members: [{ email: 'owner@full.test', firstName: 'Fay', lastName: 'Full' }],
    says: 'PRO, no seat left',
  },
];

async function seedDemo(prisma: PrismaClient): Promise<void> {
  for (const team of demoTeams) {
    const emails = team.members.map((member) => member.email);
    if ((await prisma.user.count({ where: { email: { in: emails } } })) > 0) continue;
    const passwordHash = await hash(DEMO_PASSWORD);
    await prisma.$transaction(async (transaction) => {
      const { name, plan, seatLimit, hasIncompleteBilling = false } = team;
      const { id: teamId } = await transaction.team.create({
        data: { name, plan, seatLimit, hasIncompleteBilling },
        select: { id: true },
      });
      for (const [position, { isDeactivated, ...person }] of team.members.entries()) {
        const user = await transaction.user.create({
          data: {
            ...person,
            company: name,
            countryCode: 'US',
            stateCode: 'CA',
            teamId,
            passwordHash,
            deactivatedAt: isDeactivated ? new Date() : null,
          },
          select: { id: true },
        });
        if (position === 0)
          await transaction.team.update({ where: { id: teamId }, data: { ownerId: user.id } });
      }
    });
  }
}

/**
 * Replaces the demo invitations. The links of earlier ones cannot be printed again, because only their hashes are
 * stored. Returns the paths of the new links.
 */
async function seedInvitations(prisma: PrismaClient): Promise<{ team: string; event: string }> {
  const [team, event] = [mintSecretId(), mintSecretId()];
  const expiresAt = new Date(Date.now() + INVITATION_LIFE_DAYS * 86_400_000);
  const owner = await prisma.user.findUniqueOrThrow({ where: { email: 'owner@demo.test' } });
  const invitee = { email: 'invitee@demo.test', acceptedAt: null, revokedAt: null };
  const open = await prisma.teamInvitation.findFirst({
    where: { ...invitee, teamId: owner.teamId },
    select: { id: true },
  });
  // An invitation also needs a shared code. This one is a placeholder, which `Copy link` replaces.
  const fresh = { codeHash: hashOf(team), sharedCodeHash: hashOf(mintSecretId()), expiresAt };
  if (open) await prisma.teamInvitation.update({ where: { id: open.id }, data: fresh });
  else
    await prisma.teamInvitation.create({
      data: { ...fresh, ...invitee, teamId: owner.teamId, inviterId: owner.id },
    });
  await prisma.eventInvitation.deleteMany({ where: { email: 'guest@demo.test', acceptedAt: null } });
  await prisma.eventInvitation.create({
    data: {
      eventId: 'demo-event',
      eventName: 'Harbour Gala',
      inviterName: `${owner.firstName} ${owner.lastName}`,
      inviterEmail: owner.email,
      email: 'guest@demo.test',
      codeHash: hashOf(event),
      sharedCodeHash: hashOf(mintSecretId()),
      expiresAt,
    },
  });
  return {
    team: pages.joinTeam.replace(':invitationCode', encodeInvitationCode(team)),
    event: `${pages.joinEvent.replace(':invitationCode', encodeInvitationCode(event))}?event_name=Harbour+Gala`,
  };
}

const mintSecretId = () => randomBytes(32).toString('base64url');
const hashOf = (secretId: string) => new Uint8Array(createHash('sha256').update(secretId).digest());

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const databaseUrl = ownerUrl();
if (!databaseUrl) refuse('MIGRATE_DATABASE_URL is not set.');
if (process.env['NODE_ENV'] === 'production') refuse('Demo data is not for production.');
const portalUrl = process.env['PUBLIC_URL'] || 'http://localhost:3000';
// Requires a local address, because the password of demo accounts is public.
if (!/^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(portalUrl).hostname))
  refuse(`Demo data is for a portal that only this machine can reach, not for ${portalUrl}.`);

const pool = createPool(databaseUrl, 2, (error) => console.error(error.message));
let invitations: { team: string; event: string };
let identityProviders: string[];
let clientAppUrl: string | undefined;
try {
  const prisma = createPrismaClient(pool);
  await seedDemo(prisma);
  const subscribed = demoTeams.filter((team) => team.plan === 'pro' || team.hasEnded);
  await seedSubscriptions(
    prisma,
    subscribed.map((team) => ({ email: team.members[0]?.email ?? '', hasEnded: team.hasEnded ?? false })),
  );
  invitations = await seedInvitations(prisma);
  identityProviders = await seedIdentityProviders(prisma);
  clientAppUrl = await seedOAuthClient(prisma);
} finally {
  await pool.end();
}

// `npm start` reads these lines of JSON and prints them as a table.
for (const team of demoTeams)
  for (const [position, member] of team.members.entries())
    console.log(
      JSON.stringify({ label: member.email, value: position === 0 ? team.says : `member of ${team.name}` }),
    );
console.log(JSON.stringify({ label: 'invitee@demo.test', value: new URL(invitations.team, portalUrl).href }));
console.log(JSON.stringify({ label: 'guest@demo.test', value: new URL(invitations.event, portalUrl).href }));
for (const name of identityProviders)
  console.log(
    JSON.stringify({ label: `sign-in by ${name}`, value: new URL(`/saml/${name}`, portalUrl).href }),
  );
if (clientAppUrl) console.log(JSON.stringify({ label: 'app demo-app', value: clientAppUrl }));
