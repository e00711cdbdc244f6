import type { KnownSession } from '@foyer/contracts/identity/session';
import { useLocation } from 'react-router-dom';
import { routes } from '../../routes.ts';
import { Message } from '../../ui/message.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { longDay } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { usePageValues } from '../../page-values/page-values.tsx';

export function FactorNotice({ session: { factorNeeded, restrictedTo } }: { session: KnownSession }) {
  const { productName } = usePageValues();
  const { pathname } = useLocation();
  if (!factorNeeded || restrictedTo) return null;
  const date = longDay(factorNeeded.by);
  return (
    <Message kind="info">
      <p>
        {factorNeeded.of === 'team'
          ? t('identity.factorNotice.teamRequires', 'Your team requires two-step verification by {date}.', {
              date,
            })
          : t(
              'identity.factorNotice.portalRequires',
              '{productName} requires two-step verification by {date}.',
              { productName, date },
            )}
      </p>
      <p>
        {pathname === routes.settingsSecurity ? (
          t('identity.factorNotice.howTo', 'Add a passkey or set up an authenticator app.')
        ) : (
          <TextLink to={routes.settingsSecurity}>{t('common.setItUp', 'Set up')}</TextLink>
        )}
      </p>
    </Message>
  );
}
