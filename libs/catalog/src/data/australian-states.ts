import type { State } from '../country.ts';

export const australianStates: readonly State[] = [
  {
    code: 'ACT',
    label: 'Australian Capital Territory',
    integrationValue: 'Australian Capital Territory (AUS)',
  },
  { code: 'NSW', label: 'New South Wales', integrationValue: 'New South Wales (AUS)' },
  { code: 'NT', label: 'Northern Territory', integrationValue: 'Northern Territory (AUS)' },
  { code: 'QLD', label: 'Queensland', integrationValue: 'Queensland (AUS)' },
  { code: 'SA', label: 'South Australia', integrationValue: 'South Australia (AUS)' },
  { code: 'TAS', label: 'Tasmania', integrationValue: 'Tasmania (AUS)' },
  { code: 'VIC', label: 'Victoria', integrationValue: 'Victoria (AUS)' },
  { code: 'WA', label: 'Western Australia', integrationValue: 'Western Australia (AUS)' },
];
