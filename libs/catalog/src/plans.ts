export const planTypes = ['free', 'pro'] as const;

export type PlanType = (typeof planTypes)[number];

/** How much of something a plan allows; `null` is unlimited. */
type Limit = number | null;

export type PlanLimits = {
  readonly userAccounts: Limit;
  readonly eventsPerYear: Limit;
  readonly attendeesPerList: Limit;
  readonly diagramsPerEvent: Limit;
  readonly collaboratorsPerEvent: Limit;
};

export type Plan = {
  readonly name: string;
  readonly monthlyPriceCents: number;
  readonly limits: PlanLimits;
};

/** Names, prices and limits of the plans (docs/product.md 1, 9). */
export const plans: Readonly<Record<PlanType, Plan>> = {
  free: {
    name: 'Free Trial',
    monthlyPriceCents: 0,
    limits: {
      userAccounts: 1,
      eventsPerYear: 1,
      attendeesPerList: 25,
      diagramsPerEvent: 5,
      collaboratorsPerEvent: 5,
    },
  },
  pro: {
    name: 'PRO',
    monthlyPriceCents: 199_00,
    limits: {
      userAccounts: 1,
      eventsPerYear: 12,
      attendeesPerList: 150,
      diagramsPerEvent: 5,
      collaboratorsPerEvent: null,
    },
  },
};

function counted(limit: Limit, noun: string): string {
  const amount = limit === null ? 'Unlimited' : limit.toLocaleString('en-US');
  return `${amount} ${noun}${limit === 1 ? '' : 's'}`;
}

/** What a visitor reads about the limits of a plan, in the order of docs/product.md 9. */
export function planFeatures({ limits }: Plan): string[] {
  return [
    counted(limits.userAccounts, 'user account'),
    `${counted(limits.eventsPerYear, 'event')} per year`,
    `${counted(limits.attendeesPerList, 'attendee')} per attendee list`,
    `${counted(limits.diagramsPerEvent, 'diagram')} per event`,
    `${counted(limits.collaboratorsPerEvent, 'collaborator')} per event`,
  ];
}

/** What a visitor agrees to when paying for PRO (docs/product.md 9, "Billing terms"). */
export const billingTerms: readonly string[] = [
  `Your ${plans.pro.name} plan renews automatically every month.`,
  'We charge your card today, and then every month until you cancel or change your plan.',
  'If you cancel, the cancellation takes effect at your next billing cycle.',
  'We do not refund partial months.',
  `If a payment does not go through, we may move your account to the ${plans.free.name} plan.`,
];
