import * as z from 'zod/mini';

/** How long a data export can be downloaded. */
export const DATA_KEPT_HOURS = 24;
/** Time until a new one can be requested. */
export const DATA_AGAIN_MINUTES = 60;

/** An account that its person deletes can be kept by logging in for so long. */
export const LEAVING_DAYS = 14;

/** When an account is erased after its deletion was requested. */
export function eraseDayOf(leavingAt: Date): Date {
  return new Date(leavingAt.getTime() + LEAVING_DAYS * 86_400_000);
}

/** Answer of `POST /settings/data/deletion`: when the account will be deleted, as ISO 8601. */
export const deletionReply = z.object({ erasedOn: z.string() });
export type DeletionReply = z.infer<typeof deletionReply>;

/** Where the copy of the visitor's data stands. `until`: while it can be downloaded, as ISO 8601 in UTC. */
export const dataExportReply = z.object({
  state: z.enum(['none', 'preparing', 'ready']),
  until: z.string(),
});
export type DataExportReply = z.infer<typeof dataExportReply>;

/** The copy itself: whatever the portal knows, by table. */
export const ownDataReply = z.record(z.string(), z.unknown());
export type OwnDataReply = z.infer<typeof ownDataReply>;
