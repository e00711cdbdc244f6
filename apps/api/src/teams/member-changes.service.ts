import { Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import type { MemberChange } from '@foyer/mail/mail-kinds';
import { OwnerNoticeService } from './owner-notice.service.ts';

/** Records what members do by themselves, for the mail that tells the team's owner. */
@Injectable()
export class MemberChangesService {
  constructor(private readonly ownerNotices: OwnerNoticeService) {}

  /** Records, in the transaction of the change, what a user did; the owner is mailed soon. */
  async note(transaction: Transaction, teamId: string, userId: string, what: MemberChange): Promise<void> {
    const { email, ...names } = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true, lastName: true, email: true },
    });
    await transaction.memberChange.create({
      data: { teamId, what, name: fullName(names), email },
      select: { id: true },
    });
    await this.ownerNotices.ask(transaction, teamId, 'members-changed');
  }
}
