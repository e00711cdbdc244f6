import { say } from './words/say.ts';

/** In display order. */
export const businessTypes = [
  {
    value: 'hotel',
    label: say('catalog.businessTypes.hotel', 'Hotel'),
    description: say('catalog.businessTypes.hotelAbout', 'You host guests and events at your hotel.'),
  },
  {
    value: 'venue',
    label: say('catalog.businessTypes.venue', 'Venue'),
    description: say('catalog.businessTypes.venueAbout', 'You run a space that people book for events.'),
  },
  {
    value: 'student',
    label: say('catalog.businessTypes.student', 'Student'),
    description: say('catalog.businessTypes.studentAbout', 'You’re studying events or hospitality.'),
  },
  {
    value: 'universityCollege',
    label: say('catalog.businessTypes.university', 'University or College'),
    description: say('catalog.businessTypes.universityAbout', 'You teach or plan events on campus.'),
  },
  {
    value: 'cvbDmo',
    label: say('catalog.businessTypes.destination', 'CVB/DMO'),
    description: say(
      'catalog.businessTypes.destinationAbout',
      'You bring meetings and visitors to your destination.',
    ),
  },
  {
    value: 'eventPlanner',
    label: say('catalog.businessTypes.planner', 'Event Planner or Marketer'),
    description: say(
      'catalog.businessTypes.plannerAbout',
      'You plan or promote events for clients or your company.',
    ),
  },
  {
    value: 'host',
    label: say('catalog.businessTypes.host', 'Host'),
    description: say(
      'catalog.businessTypes.hostAbout',
      'You’re planning a wedding, party or other private event.',
    ),
  },
  {
    value: 'serviceProvider',
    label: say('catalog.businessTypes.serviceProvider', 'Service Provider'),
    description: say(
      'catalog.businessTypes.serviceProviderAbout',
      'You supply events with catering, rentals, AV or other services.',
    ),
  },
] as const;

type BusinessType = (typeof businessTypes)[number]['value'];

type BusinessTypeTuple = [BusinessType, ...BusinessType[]];

/** A non-empty tuple, as `requiredChoice` (`libs/contracts`) needs. */
export const businessTypeValues: Readonly<BusinessTypeTuple> = businessTypes.map(
  ({ value }) => value,
) as BusinessTypeTuple;

const propertyTypes: readonly string[] = ['hotel', 'venue', 'cvbDmo'] satisfies BusinessType[];

/** Returns whether this type of business registers a property (docs/product.md 4). */
export function isPropertyType(type: string): boolean {
  return propertyTypes.includes(type);
}
