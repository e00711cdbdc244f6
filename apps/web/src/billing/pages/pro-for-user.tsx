import type { KnownSession } from '@foyer/contracts/identity/session';
import { useQuery } from '@tanstack/react-query';
import { teamOwnerQuery } from '../../http/team-owner-query.ts';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { useChoosePro } from '../../navigation/plan-choice.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonAnchor } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { proInShort } from '../../words/plan-texts.ts';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import { OwnerDecidesPage } from '../../company/pages/owner-decides-page.tsx';

const upgradeTitle = () => t('common.upgradeAccount', 'Upgrade Account');

export function ProForUser({ session, email }: { session: KnownSession; email: string }) {
  const hasPro = session.plan === 'pro' && !session.restrictedTo;
  if (session.isOwner === false) return <ForMember hasPro={hasPro} />;
  return hasPro ? <ForPayer /> : <Upgrade email={email} />;
}

function Upgrade({ email }: { email: string }) {
  useDocumentTitle(upgradeTitle());
  useChoosePro();
  usePricePreview('estimated');
  return (
    <div className={layout.form}>
      <BackLink to={routes.home}>{t('common.back', 'Back')}</BackLink>
      <PageHeading lead={proInShort()}>{upgradeTitle()}</PageHeading>
      <p>
        {rich('common.loggedInAs', 'You’re logged in as <strong>{email}</strong>.', {
          email,
          strong: (words) => <strong>{words}</strong>,
        })}
      </p>
      <div className={layout.actions}>
        <ButtonAnchor href={routes.proUpgrade}>{t('common.upgradeToPro', 'Upgrade to PRO')}</ButtonAnchor>
      </div>
    </div>
  );
}

function ForPayer() {
  const title = t('billing.proForUser.title', 'You’re on PRO');
  useDocumentTitle(title);
  useChoosePro();
  return (
    <div className={layout.form}>
      <BackLink to={routes.home}>{t('common.back', 'Back')}</BackLink>
      <PageHeading
        lead={t('billing.proForUser.inSettings', 'Your plan, card and invoices are in your settings.')}
      >
        {title}
      </PageHeading>
      <ButtonAnchor href={routes.settingsBilling}>{t('common.seePlan', 'See your plan')}</ButtonAnchor>
    </div>
  );
}

function ForMember({ hasPro }: { hasPro: boolean }) {
  const owner = useQuery(teamOwnerQuery);
  if (owner.data)
    return <OwnerDecidesPage title={upgradeTitle()} name={owner.data.ownerName ?? ''} hasPro={hasPro} />;
  if (owner.isPending) return <PageSpinner />;
  return (
    <div className={layout.form}>
      <PageHeading>{upgradeTitle()}</PageHeading>
      <Message kind="error">
        {rich(
          'billing.proForUser.ownerUnknownRetry',
          'We couldn’t find out who owns your team. <retry>Try again</retry>',
          {
            retry: (words) => <TextButton onClick={() => void owner.refetch()}>{words}</TextButton>,
          },
        )}
      </Message>
    </div>
  );
}
