import { readArrival } from '../../navigation/arrival.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { FullTable } from '../../ui/full-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function SuccessPage() {
  useDocumentTitle(pageTitles.success);
  const { homeUrl, support } = usePageValues();
  return (
    <div className={layout.centred}>
      <FullTable />
      <PageHeading
        lead={t('registration.successPage.seatsReady', 'Create your first event whenever you like.')}
      >
        {t('registration.successPage.title', "All set! You've created an account")}
      </PageHeading>
      <ButtonAnchor href={readArrival().redirectUrl || homeUrl}>
        {t('common.getStarted', 'Get started')}
      </ButtonAnchor>
      <p className={layout.footnote}>
        {rich('registration.successPage.contact', 'Questions? Contact us at <address></address>.', {
          address: () => <OutsideLink href={`mailto:${support.email}`}>{support.email}</OutsideLink>,
        })}
      </p>
    </div>
  );
}
