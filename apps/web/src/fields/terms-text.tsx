import type { ReactNode } from 'react';
import { usePageValues } from '../page-values/page-values.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import { Sentences } from '../words/join.ts';
import { rich } from '../words/t.ts';
import { englishGoverns } from './english-governs.ts';
import { PrivacyText } from './privacy-text.tsx';

export function TermsText() {
  const { links } = usePageValues();
  const to = (href: string) => (words: ReactNode) => (
    <OutsideLink href={href} isNewTab>
      {words}
    </OutsideLink>
  );
  return (
    <Sentences>
      {rich(
        'fields.termsText.consent',
        'By continuing, you agree to the <product>product terms of use</product> and the <website>website terms of use</website>.',
        { product: to(links.productTerms), website: to(links.websiteTerms) },
      )}
      {englishGoverns()}
      <PrivacyText />
    </Sentences>
  );
}
