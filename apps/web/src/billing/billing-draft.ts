import { billingAnswers, DEFAULT_BILLING_COUNTRY, type BillingForm } from '@foyer/contracts/billing/billing';
import { draftTextsOf, emptyForm } from '@foyer/contracts/form';
import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { makeListeners } from '../ui/listeners.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { ownDraft } from '../navigation/own-drafts.ts';
import { bySchema } from '../navigation/storage.ts';

const billingDraft = z.object(draftTextsOf(billingAnswers));

type BillingDraft = z.infer<typeof billingDraft>;

/** Holds neither card data nor whether the visitor has agreed to the terms. */
export const ownBillingDraft = ownDraft('billing', bySchema(billingDraft));

const changes = makeListeners();

export function keepBillingDraft(owner: string, draft: BillingDraft): void {
  ownBillingDraft.write(owner, draft);
  changes.notify();
}

type TaxId = { taxIdType: string; taxId: string };
let typedTaxId: TaxId | undefined;

/**
 * Keeps the typed tax ID in memory for the price preview, because the tax depends on it. It is undefined until the
 * visitor types one, and empty after they clear it.
 */
export function keepTypedTaxId(typed: TaxId | undefined): void {
  typedTaxId = typed && { taxIdType: typed.taxIdType, taxId: typed.taxId.trim() };
  changes.notify();
}

export type BillingPlace = Omit<BillingDraft, 'name'> & Partial<TaxId>;

export function useBillingPlace(): BillingPlace {
  const { userEmail } = usePageValues();
  const snapshot = useSyncExternalStore(changes.subscribe, () => readPlace(userEmail));
  return useMemo(() => JSON.parse(snapshot) as BillingPlace, [snapshot]);
}

/** Returns JSON, because `useSyncExternalStore` compares snapshots by identity. */
function readPlace(owner: string): string {
  const { addressLine1, addressLine2, countryCode, stateCode, city, postalCode } =
    ownBillingDraft.read(owner) ?? emptyBillingForm;
  const place: BillingPlace = { addressLine1, addressLine2, countryCode, stateCode, city, postalCode };
  return JSON.stringify({ ...place, ...typedTaxId });
}

export const emptyBillingForm: BillingForm = {
  ...emptyForm(billingAnswers),
  countryCode: DEFAULT_BILLING_COUNTRY,
  hasAgreed: false,
};
