import { useEffect, type ReactNode } from 'react';
import { FullTable } from '../../ui/full-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { t } from '../../words/t.ts';

/** Long enough to notice the tick in the page, or in the title of a background tab. */
const SHOWN_MS = 2_000;

type VerifiedNoticeProps = { children: ReactNode; onSeen(): void };

export function VerifiedNotice({ children, onSeen }: VerifiedNoticeProps) {
  useEffect(() => {
    const timer = setTimeout(onSeen, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [onSeen]);
  return (
    <>
      <FullTable />
      <PageHeading lead={children}>
        {t('registration.verifiedNotice.title', 'Your email address is verified')}
      </PageHeading>
    </>
  );
}
