import type { Transaction } from './client.ts';
import { erasureOf } from './erasures.ts';
import { findHeldAddresses, heldTime, mailLimitsOf, type HeldAddress } from './held-addresses.ts';

export type NotErasable =
  | { reason: 'owns-team'; teamName: string; others: number }
  | { reason: 'plan-runs'; teamName: string };

export class PersonNotErasable extends Error {
  readonly why: NotErasable;

  constructor(why: NotErasable) {
    super(why.reason);
    this.why = why;
  }
}

/** The catalogue's `stateOf(…).isRunning`. It is passed in, because this library does not import the catalogue. */
type Rules = { isPlanRunning(status: string | undefined): boolean };

export type Erased = {
  userId: string | null;
  hadTraces: boolean;
  /** The customer ID at the card provider, if the person's team remains without members. */
  stripeCustomerId?: string;
  /** Names of connected apps. They still have the data that they read. */
  apps: string[];
  /** Hashes to repeat the erasure in a restored older copy (`erasures.ts`). */
  erasures: string[];
  /** The person's team has single sign-on and no members left. */
  hasSingleSignOn: boolean;
};

/**
 * Erases a person (GDPR article 17), with or without an account, by the addresses of `findHeldAddresses`. Entries of the
 * security log keep the user's ID but lose personal data such as the email address. A team without members is erased
 * too, unless it is a customer at the card provider or has single sign-on. Throws `PersonNotErasable` if a team would
 * lose its owner or a plan would keep running.
 */
export async function erasePerson(transaction: Transaction, email: string, rules: Rules): Promise<Erased> {
  const user = await transaction.user.findUnique({ where: { email }, select: { id: true, teamId: true } });
  const apps = user ? await appsOf(transaction, user.id) : [];
  const held = await findHeldAddresses(transaction, email, user?.id ?? null);
  const erasures = await noteErasure(transaction, held, user?.id);
  const left = user
    ? await eraseAccount(transaction, user.id, user.teamId, rules)
    : { hasSingleSignOn: false };
  let rows = 0;
  for (const [place, address] of held.entries())
    rows += await eraseTraces(transaction, address, place === 0 ? (user?.id ?? null) : null);
  return { ...left, apps, erasures, userId: user?.id ?? null, hadTraces: user !== null || rows > 0 };
}

async function appsOf(transaction: Transaction, userId: string): Promise<string[]> {
  const select = { client: { select: { name: true } } };
  const grants = await transaction.oAuthGrant.findMany({ where: { userId }, select });
  return [...new Set(grants.map(({ client }) => client.name))].sort();
}

/**
 * Stores a hash of each row in which `findErased` looks for one of the person's addresses, so that `findErased`
 * recognizes these rows in an older copy of the database. Returns these hashes and that of the account, which a trigger
 * stores when the account is deleted.
 */
async function noteErasure(
  transaction: Transaction,
  held: HeldAddress[],
  userId?: string,
): Promise<string[]> {
  const rows: { id: string }[] = [];
  const select = { id: true };
  for (const address of held) {
    const { email } = address;
    const at = heldTime(address);
    const invitedThen = { where: { email, createdAt: at }, select };
    const seenThen = { where: { email, at }, select };
    const firstSeenAt = at;
    rows.push(
      ...(await transaction.registration.findMany({ where: { address: email, updatedAt: at }, select })),
      ...(await transaction.teamInvitation.findMany(invitedThen)),
      ...(await transaction.eventInvitation.findMany(invitedThen)),
      ...(await transaction.seatRequest.findMany(seenThen)),
      ...(await transaction.memberChange.findMany(seenThen)),
      ...(await transaction.pendingIdentity.findMany({ where: { email, firstSeenAt }, select })),
    );
  }
  const hashes = rows.map(({ id }) => erasureOf(id));
  const data = hashes.map((hash) => ({ idHash: Uint8Array.from(Buffer.from(hash, 'hex')) }));
  await transaction.erasure.createMany({ data, skipDuplicates: true });
  return userId === undefined ? hashes : [erasureOf(userId), ...hashes];
}

async function eraseAccount(
  transaction: Transaction,
  userId: string,
  teamId: string,
  { isPlanRunning }: Rules,
): Promise<Pick<Erased, 'stripeCustomerId' | 'hasSingleSignOn'>> {
  // Taking a seat waits for this lock, so no member can join during the erasure.
  await transaction.$queryRaw`SELECT id FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
  const team = await transaction.team.findUniqueOrThrow({
    where: { id: teamId },
    select: {
      name: true,
      ownerId: true,
      subscription: { select: { status: true, stripeCustomerId: true } },
      identityProviders: { select: { id: true } },
      _count: { select: { members: true } },
    },
  });
  const { name: teamName, subscription } = team;
  const others = team._count.members - 1;
  const isOwner = team.ownerId === userId;
  if (isOwner && others > 0) throw new PersonNotErasable({ reason: 'owns-team', teamName, others });
  if (others === 0 && isPlanRunning(subscription?.status))
    throw new PersonNotErasable({ reason: 'plan-runs', teamName });
  if (isOwner) await transaction.team.update({ where: { id: teamId }, data: { ownerId: null } });
  await transaction.user.delete({ where: { id: userId } });
  if (others > 0) return { hasSingleSignOn: false };
  const hasSingleSignOn = team.identityProviders.length > 0;
  if (!subscription && !hasSingleSignOn) {
    await transaction.team.delete({ where: { id: teamId } });
    return { hasSingleSignOn };
  }
  await transaction.teamInvitation.deleteMany({ where: { teamId } });
  await transaction.team.update({ where: { id: teamId }, data: { name: 'Erased' } });
  return { hasSingleSignOn, ...(subscription && { stripeCustomerId: subscription.stripeCustomerId }) };
}

/**
 * Deletes or empties the rows with an address, if they are from the time when the person had the address. Returns their
 * number.
 */
async function eraseTraces(
  transaction: Transaction,
  address: HeldAddress,
  userId: string | null,
): Promise<number> {
  const { email, from, until } = address;
  const at = heldTime(address);
  const requestedThen = { requestedAt: at, OR: [{ oldEmail: email }, { newEmail: email }] };
  const deleted = [
    await transaction.registration.deleteMany({ where: { address: email, updatedAt: at } }),
    await transaction.oneTimeLink.deleteMany({ where: { email, createdAt: at } }),
    await transaction.addressChange.deleteMany({ where: requestedThen }),
    await transaction.mailLimit.deleteMany({ where: mailLimitsOf(address, userId) }),
    await transaction.lockout.deleteMany({ where: { subject: email, windowStartedAt: at } }),
    await transaction.teamInvitation.deleteMany({ where: { email, createdAt: at } }),
    await transaction.eventInvitation.deleteMany({ where: { email, createdAt: at } }),
    await transaction.memberChange.deleteMany({ where: { email, at } }),
    await transaction.seatRequest.deleteMany({ where: { email, at } }),
    await transaction.pendingIdentity.deleteMany({ where: { email, firstSeenAt: at } }),
    await transaction.eventInvitation.updateMany({
      where: { inviterEmail: email, createdAt: at },
      data: { inviterEmail: '', inviterName: '' },
    }),
  ].reduce((sum, { count }) => sum + count, 0);
  const [more] = await transaction.$queryRaw<{ rows: bigint }[]>`
    SELECT forget_person(${email}, ${userId}::uuid, ${from}::timestamptz, ${until}::timestamptz) AS rows`;
  return deleted + Number(more?.rows ?? 0);
}
