import { ADDRESS_LINK_HOURS } from '@foyer/contracts/account/address-change';
import type { ProfileReply } from '@foyer/contracts/account/profile';
import { useRef, useState } from 'react';
import { useFormDraft } from '../../navigation/own-drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { t } from '../../words/t.ts';
import { AddressForm } from './address-form.tsx';
import styles from './address.module.css';

export function Address({ profile }: { profile: ProfileReply }) {
  const draft = useFormDraft('new-address', { email: '' });
  const [isChanging, setChanging] = useState(() => draft.read() !== undefined);
  const [sentTo, setSentTo] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  function close(sent: string): void {
    draft.remove();
    setChanging(false);
    setSentTo(sent);
    heading.current?.focus();
  }
  return (
    <section aria-labelledby="address-title" className={styles.section}>
      <h2 id="address-title" className={styles.title} ref={heading} tabIndex={-1}>
        {t('common.email', 'Email')}
      </h2>
      <Message kind="success">
        {sentTo !== '' &&
          t(
            'account.address.linkSent',
            'If no other account uses {email}, we’ve sent a link there. To change your email address, open the link while you’re logged in, within {hours, plural, one {# hour} other {# hours}}.',
            { email: sentTo, hours: ADDRESS_LINK_HOURS },
          )}
      </Message>
      <p className={styles.address}>
        <bdi>{profile.email}</bdi>
      </p>
      {profile.managed_by === undefined &&
        (isChanging ? (
          <AddressForm draft={draft} onSent={close} onCancel={() => close('')} />
        ) : (
          <div>
            <Button
              variant="secondary"
              onClick={() => {
                setSentTo('');
                setChanging(true);
              }}
            >
              {t('account.changeAddress', 'Change email address')}
            </Button>
          </div>
        ))}
    </section>
  );
}
