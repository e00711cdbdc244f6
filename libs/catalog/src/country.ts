export type State = {
  readonly code: string;
  readonly label: string;
  readonly integrationValue: string;
};

/** Sign-ups ask for a state only if the country has `states` (docs/product.md 3, 5). */
export type Country = {
  readonly code: string;
  readonly label: string;
  readonly integrationValue: string;
  readonly states?: readonly State[];
};
