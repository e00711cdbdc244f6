import { OWNER_OFFER_DAYS } from '@foyer/contracts/teams/team';
import type { PrismaClient } from '@foyer/db/client';
import { CommandError } from '@foyer/tools/command-error';
import { recordOperation } from './record.ts';

/**
 * Offers a team to a member in the owner's name, for an owner who has left or does not respond. The member accepts the
 * team and its costs in the portal (decision 46). Replaces an open offer. Throws `CommandError` unless `ownerEmail`
 * owns a team in which `email` is another active member.
 */
export async function offerTeam(prisma: PrismaClient, ownerEmail: string, email: string): Promise<string[]> {
  return prisma.$transaction(async (transaction) => {
    const team = await transaction.team.findFirst({
      where: { owner: { email: ownerEmail } },
      select: { id: true, name: true, ownerId: true },
    });
    if (!team) throw new CommandError(`${ownerEmail} owns no team.`);
    const member = await transaction.user.findFirst({
      where: { email, teamId: team.id, deactivatedAt: null },
      select: { id: true },
    });
    if (!member || member.id === team.ownerId)
      throw new CommandError(
        `${email} is not another active member of ${team.name}. Invite them first, or reactivate them.`,
      );
    await transaction.$executeRaw`
      INSERT INTO owner_offers (team_id, owner_id, member_id, expires_at)
      VALUES (${team.id}::uuid, ${team.ownerId}::uuid, ${member.id}::uuid,
              now() + make_interval(days => ${OWNER_OFFER_DAYS}::int))
      ON CONFLICT (team_id) DO UPDATE
         SET owner_id = excluded.owner_id, member_id = excluded.member_id, created_at = now(),
             expires_at = excluded.expires_at`;
    await recordOperation(transaction, 'hand-over', { userId: member.id, email });
    return [
      `${team.name} is offered to ${email} for ${OWNER_OFFER_DAYS} days. No email is sent: ask them to log in,`,
      'open the team page in the settings and accept. Both get an email then.',
    ];
  });
}
