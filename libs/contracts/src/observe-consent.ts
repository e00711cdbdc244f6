import * as z from 'zod/mini';

/** Body of `POST /observe-consent`: whether monitoring and analytics may run in this browser. */
export const observeConsentBody = z.strictObject({ isAllowed: z.boolean() });
export type ObserveConsentBody = z.infer<typeof observeConsentBody>;
