import { Inject, Injectable } from '@nestjs/common';
import type { PageValues } from '@foyer/contracts/page-values';
import { FactorRecoveries } from '../identity/factor-recoveries.service.ts';
import { standInScript } from '../config/card-script.ts';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { TrackingConsent } from '../http/tracking-consent.ts';
import { RedirectTargets } from '../http/redirect-targets.ts';
import { SessionService } from '../identity/session.service.ts';
import type { RequestContext } from '../request/request-context.ts';

/** The host in the EU, in the format of the option `apiHost` of Segment's library. */
const SEGMENT_EU_API = 'events.eu1.segmentapis.com/v1';

@Injectable()
export class PageValuesService {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly sessions: SessionService,
    private readonly redirectTargets: RedirectTargets,
    private readonly recoveries: FactorRecoveries,
    private readonly trackingConsent: TrackingConsent,
  ) {}

  async valuesFor(
    request: RequestContext,
    csrfToken: string,
    redirect: unknown,
  ): Promise<Omit<PageValues, 'languages'>> {
    const { env } = this;
    const session = await this.sessions.find(request);
    const hasIdledOut = !session && (await this.sessions.hasIdledOut(request));
    const observing = this.trackingConsent.stateOf(request);
    const mayObserve = this.trackingConsent.mayObserve(request);
    const cardScript = standInScript(env);
    const { imprint, processors, ...links } = env.LEGAL_LINKS;
    return {
      csrfToken,
      stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
      ...(cardScript ? { stripeJsUrl: cardScript.href } : {}),
      homeUrl: env.HOME_URL,
      earthPortalUrl: env.EARTH_PORTAL_URL ?? env.HOME_URL,
      userEmail: session?.user.email ?? '',
      ...(session ? { session: await this.recoveries.knownSession(session) } : {}),
      ...(hasIdledOut ? { hasIdledOut } : {}),
      redirectUrl: typeof redirect === 'string' ? this.redirectTargets.decide(redirect) : '',
      appName: '',
      productName: env.PRODUCT_NAME,
      postalAddress: env.POSTAL_ADDRESS,
      support: { email: env.SUPPORT_EMAIL, ...(env.SUPPORT_PHONE ? { phone: env.SUPPORT_PHONE } : {}) },
      links: {
        productTerms: links['product-terms'],
        websiteTerms: links['website-terms'],
        privacy: links.privacy,
        ...(env.MARKETING_URL ? { marketing: env.MARKETING_URL } : {}),
        ...(imprint ? { imprint } : {}),
        ...(processors ? { processors } : {}),
      },
      ...(env.ACCESSIBILITY_STATEMENT_DATE
        ? { accessibility: { date: env.ACCESSIBILITY_STATEMENT_DATE } }
        : {}),
      ...(observing ? { observing } : {}),
      ...(mayObserve && env.DATADOG_APPLICATION_ID
        ? {
            monitoring: {
              applicationId: env.DATADOG_APPLICATION_ID,
              clientToken: env.DATADOG_CLIENT_TOKEN,
              site: env.DATADOG_SITE,
              service: 'foyer',
              environment: env.NODE_ENV,
            },
          }
        : {}),
      ...(mayObserve && env.SEGMENT_WRITE_KEY
        ? {
            analytics: {
              writeKey: env.SEGMENT_WRITE_KEY,
              ...(env.SEGMENT_REGION === 'eu' ? { apiHost: SEGMENT_EU_API } : {}),
            },
          }
        : {}),
    };
  }
}
