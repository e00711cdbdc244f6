import { mailProviderOf } from '../../fields/mail-providers.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';

/** Opens a new tab, because this tab waits for the verification. */
export function OpenMailbox({ email }: { email: string }) {
  const provider = mailProviderOf(email);
  if (!provider) return null;
  return (
    <ButtonAnchor href={provider.url} isNewTab>
      {t('registration.openMailbox.open', 'Open {mailbox} ## button: where the mail is read', {
        mailbox: provider.name,
      })}
    </ButtonAnchor>
  );
}
