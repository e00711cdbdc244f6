import { usePageValues } from '../page-values/page-values.tsx';
import { OutsideLink } from '../ui/text-link.tsx';

/** The terms that a sign-up agrees to (docs/product.md 2). */
export function TermsText() {
  const { links } = usePageValues();
  return (
    <>
      By continuing, you agree to the{' '}
      <OutsideLink href={links.productTerms} isNewTab>
        product terms of use
      </OutsideLink>{' '}
      and the{' '}
      <OutsideLink href={links.websiteTerms} isNewTab>
        website terms of use
      </OutsideLink>
      .
    </>
  );
}
