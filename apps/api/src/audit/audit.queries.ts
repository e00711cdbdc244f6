import type { Db } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

type AuditRow = {
  action: string;
  outcome: string;
  userId?: string | undefined;
  email: string;
  details?: Record<string, string | number> | undefined;
  ipAddress: string;
  userAgent: string;
  requestId: string;
};

export async function insertAuditEvents(db: Db, rows: readonly AuditRow[]): Promise<void> {
  await typedSql(db)
    .insertInto('auditEvents')
    .values(
      rows.map(({ userId = null, details = {}, ...row }) => ({
        ...row,
        userId,
        details: JSON.stringify(details),
      })),
    )
    .execute();
}
