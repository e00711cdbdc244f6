import { Receipt } from '../receipt.tsx';
import { readArrival } from '../../navigation/arrival.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { FullTable } from '../../ui/full-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { proInShort } from '../../words/plan-texts.ts';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function BillingSuccessPage() {
  useDocumentTitle(pageTitles.billingSuccess);
  const { homeUrl, support } = usePageValues();
  return (
    <div className={layout.centred}>
      <FullTable />
      <PageHeading lead={proInShort()}>
        {t('billing.billingSuccessPage.title', "All set! You've signed up for Pro")}
      </PageHeading>
      <ButtonAnchor href={readArrival().redirectUrl || homeUrl}>
        {t('common.getStarted', 'Get started')}
      </ButtonAnchor>
      <Receipt />
      <p className={layout.footnote}>
        {rich(
          'billing.billingSuccessPage.contact',
          'Questions about your plan? Contact us at <link>{email}</link>.',
          {
            email: support.email,
            link: (words) => <OutsideLink href={`mailto:${support.email}`}>{words}</OutsideLink>,
          },
        )}
      </p>
    </div>
  );
}
