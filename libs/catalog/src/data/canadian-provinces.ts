import type { State } from '../country.ts';

export const canadianProvinces: readonly State[] = [
  { code: 'AB', label: 'Alberta', integrationValue: 'AB' },
  { code: 'BC', label: 'British Columbia', integrationValue: 'BC' },
  { code: 'MB', label: 'Manitoba', integrationValue: 'MB' },
  { code: 'NB', label: 'New Brunswick', integrationValue: 'NB' },
  { code: 'NL', label: 'Newfoundland and Labrador', integrationValue: 'NL' },
  { code: 'NT', label: 'Northwest Territories', integrationValue: 'NT' },
  { code: 'NS', label: 'Nova Scotia', integrationValue: 'NS' },
  { code: 'NU', label: 'Nunavut', integrationValue: 'NU' },
  { code: 'ON', label: 'Ontario', integrationValue: 'ON' },
  { code: 'PE', label: 'Prince Edward Island', integrationValue: 'PE' },
  { code: 'QC', label: 'Quebec', integrationValue: 'QC' },
  { code: 'SK', label: 'Saskatchewan', integrationValue: 'SK' },
  { code: 'YT', label: 'Yukon', integrationValue: 'YT' },
];
