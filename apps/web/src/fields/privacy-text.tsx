import { usePageValues } from '../page-values/page-values.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import { rich } from '../words/t.ts';

/** Information about data processing (GDPR article 13). It asks for no consent. */
export function PrivacyText() {
  const { links } = usePageValues();
  return rich('fields.privacyText.notice', 'Our <link>privacy notice</link> explains how we use your data.', {
    link: (words) => (
      <OutsideLink href={links.privacy} isNewTab>
        {words}
      </OutsideLink>
    ),
  });
}
