/** In square feet, smallest first. */
export const meetingSpaceValues = [
  'Less than 1,000',
  '1,000-1,999',
  '2,000-4,999',
  '5,000-9,999',
  '10,000-19,999',
  '20,000-49,999',
  '50,000-99,999',
  '100,000 or more',
] as const;
