import type { LanguageTag } from '@foyer/catalog/languages';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import type { Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { currentLanguage } from '../words/current-language.ts';

/** Blocked scripts often neither load nor fail. */
const LOAD_TIMEOUT_MS = 10_000;

/** Loads the card provider's script, with a time-out. */
export async function loadCardProvider(
  publishableKey: string,
  scriptUrl: string | undefined,
): Promise<Stripe> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The card provider does not answer')), LOAD_TIMEOUT_MS);
  });
  try {
    const provider = await Promise.race([
      (scriptUrl ? loadScript(scriptUrl) : Promise.resolve()).then(() =>
        loadStripe(publishableKey, { locale: localeOf(currentLanguage()) }),
      ),
      timeout,
    ]);
    if (!provider) throw new Error('The card provider did not load');
    return provider;
  } finally {
    clearTimeout(timer);
  }
}

/** The provider's name of a language, for the texts of its field and its problems. */
function localeOf(language: LanguageTag): StripeElementLocale {
  if (language === 'zh-Hans') return 'zh';
  return language === 'en-XA' ? 'en' : language;
}

/** `loadStripe` uses a script that exists already. A failed one is retried next time. */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The card provider did not load'));
    };
    document.head.append(script);
  });
}
