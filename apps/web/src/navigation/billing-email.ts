import * as z from 'zod/mini';
import { bySchema, stored } from './storage.ts';

/** The email address of the account that pays for PRO at /billing. */
export const storedBillingEmail = stored('sessionStorage', 'billing-email', bySchema(z.string()));
