import { plans, type Plan, type PlanLimits, type PlanType } from '@foyer/catalog/plans';
import { dollars, shortSum } from './formats.ts';
import { t } from './t.ts';

/** PRO has the same name in every language. */
const planNames: Readonly<Record<PlanType, () => string>> = {
  free: () => t('words.planFeatures.freeTrial', 'Free Trial'),
  pro: () => plans.pro.name,
};

export function planName(type: PlanType): string {
  return planNames[type]();
}

export function pricePerMonth({ monthlyPriceCents }: Plan): string {
  return t('words.planFeatures.price', '{price} per month', { price: dollars(monthlyPriceCents) });
}

/** The price of a subscription may differ from the plan's price. */
export function ownPricePerMonth({ cents, currency }: { cents: number; currency: string }): string {
  return t('words.planFeatures.price', '{price} per month', { price: shortSum(cents, currency) });
}

type Feature = { limit: keyof PlanLimits; text: string };

export function planFeatures(plan: Plan): string[] {
  return featuresOf(plan).map(({ text }) => text);
}

export function featuresOf({ limits }: Plan): Feature[] {
  const { userAccounts, eventsPerYear, attendeesPerList, diagramsPerEvent, collaboratorsPerEvent } = limits;
  return [
    {
      limit: 'userAccounts',
      text: t(
        'words.planFeatures.userAccounts',
        '{count, plural, one {# user account} other {# user accounts}}',
        { count: userAccounts },
      ),
    },
    {
      limit: 'eventsPerYear',
      text: t('words.planFeatures.events', '{count, plural, one {# event} other {# events}} per year', {
        count: eventsPerYear,
      }),
    },
    {
      limit: 'attendeesPerList',
      text: t(
        'words.planFeatures.attendees',
        '{count, plural, one {# attendee} other {# attendees}} per attendee list',
        {
          count: attendeesPerList,
        },
      ),
    },
    {
      limit: 'diagramsPerEvent',
      text: t(
        'words.planFeatures.diagrams',
        '{count, plural, one {# diagram} other {# diagrams}} per event',
        { count: diagramsPerEvent },
      ),
    },
    {
      limit: 'collaboratorsPerEvent',
      text:
        collaboratorsPerEvent === null
          ? t('words.planFeatures.unlimitedCollaborators', 'Unlimited collaborators per event')
          : t(
              'words.planFeatures.collaborators',
              '{count, plural, one {# collaborator} other {# collaborators}} per event',
              {
                count: collaboratorsPerEvent,
              },
            ),
    },
  ];
}
