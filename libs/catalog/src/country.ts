/** A state, province or territory of a country (docs/product.md 3). */
export type State = {
  readonly code: string;
  readonly label: string;
  readonly integrationValue: string;
};

/** A choice in the country field; only a country with `states` has a state field (docs/product.md 3, 5). */
export type Country = {
  readonly code: string;
  readonly label: string;
  readonly integrationValue: string;
  readonly states?: readonly State[];
};
