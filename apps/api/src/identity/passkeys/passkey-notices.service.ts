import { Injectable } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';
import type { PasskeyEvent } from '@foyer/mail/mail-kinds';
import { NoticesService } from '../../mails/notices.service.ts';
import { AuditService, type AuditAction } from '../../audit/audit.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { readDevice } from '../sessions/name-device.ts';

const actions: Record<PasskeyEvent, AuditAction> = {
  added: 'passkey.add',
  removed: 'passkey.remove',
  copied: 'passkey.counter',
};

type Owner = { id: string; email: string; firstName: string };
/** `byCompany`: it was added on the word of a company alone. */
type PasskeyNotice = { what: PasskeyEvent; passkey: { id: string; name: string }; byCompany?: boolean };

/** Tells a user by mail, and the security log, what happened to a passkey. */
@Injectable()
export class PasskeyNotices {
  constructor(
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {}

  /** As part of the change. */
  async notify(
    transaction: Transaction,
    { id: userId, email, firstName }: Owner,
    { what, passkey, byCompany = false }: PasskeyNotice,
    request: RequestContext,
  ): Promise<void> {
    const { at } = await typedSql(transaction).selectNoFrom(now().as('at')).executeTakeFirstOrThrow();
    await this.notices.notify(transaction, {
      kind: 'passkey-changed',
      to: email,
      content: {
        ...{ firstName, what, name: passkey.name, byCompany },
        ...{ at: at.toISOString(), ...readDevice(request.userAgent) },
      },
    });
    await this.audit.record(
      { action: actions[what], outcome: 'ok', userId, email, details: { passkey: passkey.id } },
      request,
      transaction,
    );
  }
}
