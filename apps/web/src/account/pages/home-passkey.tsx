import { useQuery } from '@tanstack/react-query';
import { passkeyOfferQuery, useDeclinedPasskey } from '../../identity/passkeys/passkey-offer.ts';
import { routes } from '../../routes.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';
import styles from './home-page.module.css';

export function HomePasskey({ userId }: { userId: string }) {
  const { data: isOffered } = useQuery(passkeyOfferQuery);
  const [isDeclined, decline] = useDeclinedPasskey(userId);
  if (!isOffered || isDeclined) return null;
  return (
    <section className={styles.matter} aria-label={t('common.passkeys', 'Passkeys')}>
      <p className={styles.text}>
        {t(
          'account.homePasskey.passkeyLead',
          'Next time, log in without a password. Use your fingerprint, face or device PIN.',
        )}
      </p>
      <div className={styles.answers}>
        <ButtonLink to={routes.settingsSecurity} variant="secondary">
          {t('common.addPasskey', 'Add a passkey')}
        </ButtonLink>
        <Button variant="quiet" onClick={decline}>
          {t('account.homePasskey.dismiss', 'Not now')}
        </Button>
      </div>
    </section>
  );
}
