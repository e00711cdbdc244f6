import type { LanguageTag } from '@foyer/catalog/languages';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import type { Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { currentLanguage } from '../words/current-language.ts';

/** A blocked script often neither loads nor fails. */
const LOAD_TIMEOUT_MS = 10_000;

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

function localeOf(language: LanguageTag): StripeElementLocale {
  if (language === 'zh-Hans') return 'zh';
  return language === 'en-XA' ? 'en' : language;
}

/** Removes a script that fails, so that the next call can try again. */
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
