import * as z from 'zod/mini';
import { knownSession } from './session.ts';

/**
 * The consent page's values, from the server's records and not from the URL; the ticket is good for one decision in
 * this session about this request.
 */
const consentValues = z.object({
  ticket: z.string(),
  scopes: z.array(z.string()),
  redirectHost: z.string(),
  /** The redirect goes to an app on the person's device, not to a site. */
  isOnDevice: z.optional(z.boolean()),
  /** The app asked for `select_account`, so the account is shown first. */
  choosesAccount: z.optional(z.boolean()),
  /** URL to log in with another account and return. */
  otherAccount: z.string(),
});
export type ConsentValues = z.infer<typeof consentValues>;

/** The values that the server puts into every page (docs/product.md 3, docs/architecture.md 2). */
export const pageValues = z.object({
  csrfToken: z.string(),
  stripePublishableKey: z.string(),
  /** The stand-in's Stripe.js, in development. */
  stripeJsUrl: z.optional(z.string()),
  homeUrl: z.string(),
  earthPortalUrl: z.string(),
  /** Tags of the languages that are offered (docs/languages.md). */
  languages: z.array(z.string()),
  userEmail: z.string(),
  /** The session that a page begins with, so that it need not ask; absent without one. */
  session: z.optional(knownSession),
  /** As in the answer of `GET /session`. */
  hasIdledOut: z.optional(z.boolean()),
  redirectUrl: z.string(),
  appName: z.string(),
  /** On the consent page, if there is something to decide. */
  consent: z.optional(consentValues),
  /**
   * On pages with a card form, for members who may not change the plan: the owner's name, empty in a team without
   * one.
   */
  planOwner: z.optional(z.string()),
  productName: z.string(),
  /** The sender's address in consent texts, which Canadian law requires. */
  postalAddress: z.string(),
  support: z.object({ email: z.string(), phone: z.string() }),
  links: z.object({
    productTerms: z.string(),
    websiteTerms: z.string(),
    privacy: z.string(),
    marketing: z.string(),
  }),
  /** Configuration of browser monitoring; absent if there is none. */
  monitoring: z.optional(
    z.object({
      applicationId: z.string(),
      clientToken: z.string(),
      site: z.string(),
      service: z.string(),
      environment: z.string(),
    }),
  ),
  /** Configuration of analytics; absent if there is none. */
  analytics: z.optional(z.object({ writeKey: z.string() })),
});
export type PageValues = z.infer<typeof pageValues>;

/** Page values that are placeholders in HTML rendered at build (decision 26). */
export type ShownValue =
  'productName' | 'homeUrl' | 'postalAddress' | 'supportEmail' | 'supportPhone' | keyof PageValues['links'];

export function placeholderOf(name: ShownValue): string {
  return `{{${name}}}`;
}

/** Replaces the placeholders; `replacementOf` escapes a value for its place. */
export function replacePlaceholders(html: string, replacementOf: (name: ShownValue) => string): string {
  return html.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: ShownValue) => replacementOf(name));
}
