import { mailProviderOf } from '../../fields/mail-providers.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';

/** Where the mail is read, for addresses of the well-known mailboxes; in a new tab, since this one waits. */
export function OpenMailbox({ email }: { email: string }) {
  const provider = mailProviderOf(email);
  if (!provider) return null;
  return (
    <ButtonAnchor href={provider.url} isNewTab>
      {t('Open {mailbox} ## button: where the mail is read', { mailbox: provider.name })}
    </ButtonAnchor>
  );
}
