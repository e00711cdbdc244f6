import * as z from 'zod/mini';
import { bySchema, stored } from './storage.ts';

/** The address of the account whose PRO plan is paid for at /billing (docs/product.md 4). */
export const storedBillingEmail = stored('sessionStorage', 'billing-email', bySchema(z.string()));
