import { WrongAccount } from '../wrong-account.tsx';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function OtherAccountPage(accounts: { signedInAs: string; invited: string }) {
  useDocumentTitle(t('invitations.otherAccountTitle', 'This invitation is for another account'));
  return (
    <div className={layout.form}>
      <WrongAccount {...accounts} />
    </div>
  );
}
