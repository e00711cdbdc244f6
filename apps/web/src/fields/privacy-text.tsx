import { usePageValues } from '../page-values/page-values.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import { rich } from '../words/t.ts';

/** Information about data processing (GDPR article 13). It asks for no consent. */
export function PrivacyText() {
  const { links } = usePageValues();
  return rich(
    'fields.privacyText.notice',
    'What we do with your data is in our <link>privacy notice</link>.',
    {
      link: (words) => (
        <OutsideLink href={links.privacy} isNewTab>
          {words}
        </OutsideLink>
      ),
    },
  );
}
