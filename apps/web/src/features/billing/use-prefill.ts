import type { BillingForm } from '@foyer/contracts/billing';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { storedBillingDraft } from '../../journey/billing-draft.ts';
import { billingPrefillQuery } from './billed-to-query.ts';

/**
 * Prefills the form from the account. Values typed before a refresh win, and the form never waits: a field that has
 * focus stays as it is.
 */
export function usePrefill(fill: (found: Partial<BillingForm>) => void): void {
  const hasDraft = useRef(storedBillingDraft.read() !== undefined);
  const { data } = useQuery(billingPrefillQuery);
  const latestFill = useRef(fill);
  useEffect(() => {
    latestFill.current = fill;
  });
  useEffect(() => {
    if (!data || hasDraft.current) return;
    const { name, countryCode, stateCode } = data;
    if (name !== '') latestFill.current({ name });
    if (countryCode !== '') latestFill.current({ countryCode, stateCode });
  }, [data]);
}
