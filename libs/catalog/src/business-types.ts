import { say } from './words/say.ts';

/** The choices of the business type field; the descriptions are ours. */
export const businessTypes = [
  {
    value: 'hotel',
    label: say('Hotel'),
    description: say('You welcome guests and host events in your hotel.'),
  },
  {
    value: 'venue',
    label: say('Venue'),
    description: say('You run a space that people book for their events.'),
  },
  { value: 'student', label: say('Student'), description: say('You are studying events or hospitality.') },
  {
    value: 'universityCollege',
    label: say('University or College'),
    description: say('You teach, or plan events on campus.'),
  },
  {
    value: 'cvbDmo',
    label: say('CVB/DMO'),
    description: say('You bring meetings and visitors to your destination.'),
  },
  {
    value: 'eventPlanner',
    label: say('Event Planner or Marketer'),
    description: say('You plan or promote events for clients or your company.'),
  },
  {
    value: 'host',
    label: say('Host'),
    description: say('You are planning a wedding, party or other private event.'),
  },
  {
    value: 'serviceProvider',
    label: say('Service Provider'),
    description: say('You supply events with catering, rentals, AV or other services.'),
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
