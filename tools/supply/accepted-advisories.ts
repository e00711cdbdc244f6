/** What somebody has reported of a package. */
export interface Advisory {
  id: string;
  package: string;
  severity: string;
  title: string;
  url: string;
}

/** An advisory that does not concern us, or that has to wait: until a day, by somebody's judgement. */
export interface Accepted {
  id: string;
  /** From the day after it counts again. */
  until: string;
  why: string;
}

export const ACCEPTED: readonly Accepted[] = [];
