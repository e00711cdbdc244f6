import * as z from 'zod/mini';

/** Id of the `<script type="application/json">` that carries the page values. */
export const PAGE_VALUES_ID = 'page-values';

/**
 * What the consent page shows. It comes with the page, from the server's own records and not from the address; the
 * ticket is good for one decision in this session about exactly this request.
 */
const consentValues = z.object({
  ticket: z.string(),
  scopes: z.array(z.string()),
  redirectHost: z.string(),
  /** The answer goes to an app on the person's own device, not to a site. */
  isOnDevice: z.optional(z.boolean()),
  /** The app wants the person to choose the account, which is then said first. */
  choosesAccount: z.optional(z.boolean()),
  /** Where somebody else logs in and comes back to the same request. */
  otherAccount: z.string(),
});
export type ConsentValues = z.infer<typeof consentValues>;

/** What the server supplies to every page (docs/product.md 3, docs/architecture.md 2). */
export const pageValues = z.object({
  csrfToken: z.string(),
  stripePublishableKey: z.string(),
  /** Where Stripe.js comes from when it is not Stripe: the stand-in of development. */
  stripeJsUrl: z.optional(z.string()),
  homeUrl: z.string(),
  earthPortalUrl: z.string(),
  userEmail: z.string(),
  redirectUrl: z.string(),
  appName: z.string(),
  /** Of the consent page, when there is something to decide. */
  consent: z.optional(consentValues),
  /**
   * Of the pages that take a card, for a member who does not decide about the plan: the name of who does, empty in a
   * team without an owner.
   */
  planOwner: z.optional(z.string()),
  productName: z.string(),
  /** Of the sender of news, which Canadian law wants to be told. */
  postalAddress: z.string(),
  support: z.object({ email: z.string(), phone: z.string() }),
  links: z.object({
    productTerms: z.string(),
    websiteTerms: z.string(),
    privacy: z.string(),
    marketing: z.string(),
  }),
  /** Where to report how the portal fares in browsers; without it nothing is. */
  monitoring: z.optional(
    z.object({
      applicationId: z.string(),
      clientToken: z.string(),
      site: z.string(),
      service: z.string(),
      environment: z.string(),
    }),
  ),
  /** Whom to tell who logged in; without it nobody is. */
  analytics: z.optional(z.object({ writeKey: z.string() })),
});
export type PageValues = z.infer<typeof pageValues>;

/** Page values that show in HTML rendered at build (decision 26), which has placeholders for them. */
export type ShownValue = 'productName' | keyof PageValues['links'];

export function placeholderOf(name: ShownValue): string {
  return `{{${name}}}`;
}

/** Puts values in the place of their placeholders; `replacementOf` says how they are written there. */
export function replacePlaceholders(html: string, replacementOf: (name: ShownValue) => string): string {
  return html.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: ShownValue) => replacementOf(name));
}
