import type { PageValues } from '@foyer/contracts/page-values';
import { PAGE_VALUES_ID } from '@foyer/contracts/page-values-id';
import { createContext, use } from 'react';

/** The server's page values. Validated there, so that the first load needs no schema. */
export function readPageValues(): PageValues {
  const values = JSON.parse(document.getElementById(PAGE_VALUES_ID)?.textContent ?? '') as PageValues;
  // Extensions set it only in the page.
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
