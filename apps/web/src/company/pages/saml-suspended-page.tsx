import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { suspendedWords } from '../../identity/login/suspended-words.ts';
import { routes } from '../../routes.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { EmptyTable } from '../../ui/empty-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function SamlSuspendedPage() {
  const { support } = usePageValues();
  useDocumentTitle(suspendedWords.title);
  return (
    <div className={layout.centred}>
      <EmptyTable />
      <PageHeading lead={suspendedWords.text}>{suspendedWords.title}</PageHeading>
      <div className={layout.prose}>
        <ContactLines {...support} />
      </div>
      <div className={layout.choice}>
        <ButtonLink to={routes.home}>{t('common.logIn', 'Log in')}</ButtonLink>
      </div>
    </div>
  );
}
