import type { BillingForm } from '@foyer/contracts/billing/billing';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ownBillingDraft } from './billing-draft.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { billingPrefillQuery } from './billed-to-query.ts';

/** Cards show names in Latin letters, so only such names are prefilled. */
const LATIN = /^[\p{scx=Latn}\p{M}\p{P}\p{Zs}\d]+$/u;

export function usePrefill(fill: (found: Partial<BillingForm>) => void): { isNameLatin: boolean } {
  const { userEmail } = usePageValues();
  const hasDraft = useRef(ownBillingDraft.read(userEmail) !== undefined);
  const { data } = useQuery(billingPrefillQuery);
  const latestFill = useRef(fill);
  useEffect(() => {
    latestFill.current = fill;
  });
  useEffect(() => {
    if (!data || hasDraft.current) return;
    const { name, countryCode, stateCode } = data;
    if (LATIN.test(name)) latestFill.current({ name });
    if (countryCode !== '') latestFill.current({ countryCode, stateCode });
  }, [data]);
  return { isNameLatin: !data || data.name === '' || LATIN.test(data.name) };
}
