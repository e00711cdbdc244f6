export const planTypes = ['free', 'pro'] as const;

export type PlanType = (typeof planTypes)[number];

/** `null` means unlimited. */
export type PlanLimits = {
  readonly userAccounts: number;
  readonly eventsPerYear: number;
  readonly attendeesPerList: number;
  readonly diagramsPerEvent: number;
  readonly collaboratorsPerEvent: number | null;
};

export type Plan = {
  readonly name: string;
  readonly monthlyPriceCents: number;
  readonly limits: PlanLimits;
};

export const PRO_PRICE_LOOKUP_KEY = 'pro_monthly';

/** The numbers are those of docs/product.md 1 and 9. */
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
