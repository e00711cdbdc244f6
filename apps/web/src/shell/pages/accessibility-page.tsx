import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { longDate } from '../../words/formats.ts';
import { rich, t } from '../../words/t.ts';
import { FailurePage } from './failure-page.tsx';
import layout from '../../ui/page-layout.module.css';

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
        lead={t('shell.accessibilityPage.purpose', 'We want everyone to be able to use {productName}.', {
          productName,
        })}
      >
        {pageTitles.accessibility}
      </PageHeading>
      <div className={layout.paragraphs}>
        <p>
          {t(
            'shell.accessibilityPage.conformance',
            'This portal is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA. It works with a keyboard and with screen readers, on small screens and at 400% zoom, in light, dark and high-contrast colors, and without motion if your system asks for that.',
          )}
        </p>
        <p>
          {t(
            'shell.accessibilityPage.limits',
            'Our payment provider runs the card fields, and your bank may ask you to approve a payment on its own page. We don’t control how accessible those are.',
          )}
        </p>
        <p>
          {rich(
            'shell.accessibilityPage.reportBarrier',
            'Having trouble? <link>Tell us</link> which page you were on, what you tried to do and which assistive technology you use. We’ll help you and fix what we can.',
            { link: (words) => <OutsideLink href={`mailto:${email}`}>{words}</OutsideLink> },
          )}
        </p>
        <p>
          {t(
            'shell.accessibilityPage.authority',
            'If our answer doesn’t help, you can contact the accessibility authority in your country.',
          )}
        </p>
        {/* Uses noon, so that most time zones show the same day. */}
        <p>
          {t('shell.accessibilityPage.lastReviewed', 'Last reviewed on {date}.', {
            date: longDate(`${date}T12:00:00`),
          })}
        </p>
      </div>
    </div>
  );
}
