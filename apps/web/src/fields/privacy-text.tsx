import { usePageValues } from '../page-values/page-values.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import { rich } from '../words/t.ts';

/** Where somebody's data is asked for, what becomes of it (GDPR article 13). Nobody agrees to it. */
export function PrivacyText() {
  const { links } = usePageValues();
  return rich('What we do with your data is in our <link>privacy notice</link>.', {
    link: (words) => (
      <OutsideLink href={links.privacy} isNewTab>
        {words}
      </OutsideLink>
    ),
  });
}
