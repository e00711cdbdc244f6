import { Injectable } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import type { MemberChange } from '@foyer/mail/mail-kinds';
import { OwnerNoticeService } from './owner-notice.service.ts';

/** What members do by themselves, for the mail that tells a team's owner of it. */
@Injectable()
export class MemberChangesService {
  constructor(private readonly ownerNotices: OwnerNoticeService) {}

  /** Notes, as part of the transaction that makes it so, what a user did: it is told of soon. */
  async note(transaction: Transaction, teamId: string, userId: string, what: MemberChange): Promise<void> {
    await transaction.$executeRaw`
      INSERT INTO member_changes (team_id, what, name, email)
      SELECT ${teamId}::uuid, ${what}, concat_ws(' ', first_name, last_name), email
        FROM users WHERE id = ${userId}::uuid`;
    await this.ownerNotices.ask(transaction, teamId, 'members-changed');
  }
}
