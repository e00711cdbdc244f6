import { useEffect, type ReactNode } from 'react';
import { FullTable } from '../../ui/full-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { t } from '../../words/t.ts';

/** Long enough to see the tick, and to look at another tab's title. */
const SHOWN_MS = 2_000;

type VerifiedNoticeProps = { children: ReactNode; onSeen(): void };

/** A tick in the tab that has waited while another one was done, before it moves on. */
export function VerifiedNotice({ children, onSeen }: VerifiedNoticeProps) {
  useEffect(() => {
    const timer = setTimeout(onSeen, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [onSeen]);
  return (
    <>
      <FullTable />
      <PageHeading lead={children}>{t('Your email is verified')}</PageHeading>
    </>
  );
}
