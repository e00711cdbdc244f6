import * as z from 'zod/mini';

export const DATA_KEPT_HOURS = 24;
/** Time after a request until another data export can be requested. */
export const DATA_AGAIN_MINUTES = 60;

/** How long a user can still log in and cancel the account's deletion. */
export const DELETION_PERIOD_DAYS = 14;

export function eraseDayOf(deletionRequestedAt: Date): Date {
  return new Date(deletionRequestedAt.getTime() + DELETION_PERIOD_DAYS * 86_400_000);
}

/** Answer of `POST /settings/data/deletion`: when the account will be deleted, as ISO 8601. */
export const deletionReply = z.object({ erasedOn: z.string() });
export type DeletionReply = z.infer<typeof deletionReply>;

/** The state of the user's data export. `until`: the end of the download period, as ISO 8601 in UTC, or empty. */
export const dataExportReply = z.object({
  state: z.enum(['none', 'preparing', 'ready']),
  until: z.string(),
});
export type DataExportReply = z.infer<typeof dataExportReply>;

export const ownDataReply = z.record(z.string(), z.unknown());
export type OwnDataReply = z.infer<typeof ownDataReply>;
