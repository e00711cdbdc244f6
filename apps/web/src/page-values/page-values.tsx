import type { PageValues } from '@foyer/contracts/page-values';
import { PAGE_VALUES_ID } from '@foyer/contracts/page-values-id';
import { createContext, use } from 'react';

/** The server has validated the page values, so the first load needs no schema. */
export function readPageValues(): PageValues {
  const values = JSON.parse(document.getElementById(PAGE_VALUES_ID)?.textContent ?? '') as PageValues;
  // Browser extensions set Global Privacy Control only in the page, so the server may not know it.
  return values.observing && 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
    ? { ...values, observing: 'gpc', monitoring: undefined, analytics: undefined }
    : values;
}

const PageValuesContext = createContext<PageValues | undefined>(undefined);
export const PageValuesProvider = PageValuesContext;

export function usePageValues(): PageValues {
  const values = use(PageValuesContext);
  if (!values) throw new Error('usePageValues outside PageValuesProvider');
  return values;
}
