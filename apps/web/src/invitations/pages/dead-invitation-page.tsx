import { deadInvitationTexts, type DeadInvitationCode } from '../../http/dead-invitation.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyTable } from '../../ui/empty-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function DeadInvitationPage({ code }: { code: DeadInvitationCode }) {
  const { title, message } = deadInvitationTexts[code];
  const { support } = usePageValues();
  useDocumentTitle(title);
  return (
    <div className={layout.centred}>
      <EmptyTable />
      <PageHeading lead={message}>{title}</PageHeading>
      <ButtonLink to={routes.login}>{t('common.goToLogin', 'Go to login')}</ButtonLink>
      <p className={layout.footnote}>
        {rich('common.needAHand', 'Need a hand? <link>{email}</link>', {
          email: support.email,
          link: (words) => <OutsideLink href={`mailto:${support.email}`}>{words}</OutsideLink>,
        })}
      </p>
    </div>
  );
}
