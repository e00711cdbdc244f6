import * as z from 'zod/mini';

export const observeConsentBody = z.strictObject({ isAllowed: z.boolean() });
export type ObserveConsentBody = z.infer<typeof observeConsentBody>;
