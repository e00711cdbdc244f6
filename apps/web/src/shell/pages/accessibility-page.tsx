import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { longDate } from '../../words/formats.ts';
import { rich, t } from '../../words/t.ts';
import { FailurePage } from './failure-page.tsx';
import layout from '../../ui/page-layout.module.css';

/** The operator's accessibility statement, if they have one (.env.example). */
export function AccessibilityPage() {
  const { accessibility, productName, support } = usePageValues();
  if (!accessibility) return <FailurePage variant="FAILURE_PAGE_NOT_FOUND" />;
  return <Statement productName={productName} date={accessibility.date} email={support.email} />;
}

type Facts = { productName: string; date: string; email: string };

function Statement({ productName, date, email }: Facts) {
  useDocumentTitle(pageTitles.accessibility);
  return (
    <div className={layout.form}>
      <PageHeading
        lead={t(
          'shell.accessibilityPage.purpose',
          '{productName} is made to be used by everybody, whatever they see, hear or hold.',
          {
            productName,
          },
        )}
      >
        {pageTitles.accessibility}
      </PageHeading>
      <div className={layout.paragraphs}>
        <p>
          {t(
            'shell.accessibilityPage.conformance',
            'It is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA: it works by keyboard and with screen readers, on a small screen and at 400% zoom, in light, dark and high-contrast colors, and without motion if your system asks for that.',
          )}
        </p>
        <p>
          {t(
            'shell.accessibilityPage.limits',
            'Cards are typed into fields of our payment provider, and some payments are confirmed on a page of your bank. We cannot change those.',
          )}
        </p>
        <p>
          {rich(
            'shell.accessibilityPage.reportBarrier',
            'If something stands in your way, <link>tell us</link>: what you wanted to do, on which page, and what you read it with. We help you to get it done and mend what we can.',
            { link: (words) => <OutsideLink href={`mailto:${email}`}>{words}</OutsideLink> },
          )}
        </p>
        <p>
          {t(
            'shell.accessibilityPage.authority',
            'If our answer does not help, you can turn to the authority that watches over accessibility in your country.',
          )}
        </p>
        {/* Noon, so that it is the same day wherever it is read. */}
        <p>
          {t('shell.accessibilityPage.lastReviewed', 'Last reviewed on {date}.', {
            date: longDate(`${date}T12:00:00`),
          })}
        </p>
      </div>
    </div>
  );
}
