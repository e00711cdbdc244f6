/** The choices of the business type field (docs/product.md 3); the descriptions are ours. */
export const businessTypes = [
  { value: 'hotel', label: 'Hotel', description: 'You welcome guests and host events in your hotel.' },
  { value: 'venue', label: 'Venue', description: 'You run a space that people book for their events.' },
  { value: 'student', label: 'Student', description: 'You are studying events or hospitality.' },
  {
    value: 'universityCollege',
    label: 'University or College',
    description: 'You teach, or plan events on campus.',
  },
  { value: 'cvbDmo', label: 'CVB/DMO', description: 'You bring meetings and visitors to your destination.' },
  {
    value: 'eventPlanner',
    label: 'Event Planner or Marketer',
    description: 'You plan or promote events for clients or your company.',
  },
  { value: 'host', label: 'Host', description: 'You are planning a wedding, party or other private event.' },
  {
    value: 'serviceProvider',
    label: 'Service Provider',
    description: 'You supply events with catering, rentals, AV or other services.',
  },
] as const;

type BusinessType = (typeof businessTypes)[number]['value'];

type BusinessTypeTuple = [BusinessType, ...BusinessType[]];

/** The values alone, as a schema takes them: a tuple, since a schema refuses a list that may be empty. */
export const businessTypeValues: Readonly<BusinessTypeTuple> = businessTypes.map(
  ({ value }) => value,
) as BusinessTypeTuple;

const propertyTypes: readonly string[] = ['hotel', 'venue', 'cvbDmo'] satisfies BusinessType[];

/** Does this type of business register a property (docs/product.md 4)? */
export function isPropertyType(type: string): boolean {
  return propertyTypes.includes(type);
}
