import { plans } from '@foyer/catalog/plans';
import type { KnownSession } from '@foyer/contracts/session';
import { useQuery } from '@tanstack/react-query';
import { teamOwnerQuery } from '../http/team-owner-query.ts';
import { useOwnBill } from '../journey/own-bill.ts';
import { useProPlan } from '../journey/plan-choice.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { routes } from '../routes.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ButtonAnchor } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { proInShort } from '../words/plan-texts.ts';
import layout from './layout.module.css';
import { OwnerDecidesPage } from './owner-decides-page.tsx';

const TITLE = 'Upgrade Account';

/** PRO for who is logged in: the upgrade, the plan they pay for, or whom to ask. */
export function ProForUser({ session, email }: { session: KnownSession; email: string }) {
  const hasPro = session.plan === 'pro' && !session.restrictedTo;
  if (session.isOwner === false) return <ForMember hasPro={hasPro} />;
  return hasPro ? <ForPayer /> : <Upgrade email={email} />;
}

function Upgrade({ email }: { email: string }) {
  useDocumentTitle(TITLE);
  useProPlan();
  useOwnBill('estimated');
  return (
    <div className={layout.form}>
      <BackLink to={routes.home}>Back</BackLink>
      <PageHeading lead={proInShort()}>{TITLE}</PageHeading>
      <p>You are logged in as {email}.</p>
      <div className={layout.actions}>
        <ButtonAnchor href={routes.proUpgrade}>Upgrade to {plans.pro.name}</ButtonAnchor>
      </div>
    </div>
  );
}

function ForPayer() {
  const title = `You have ${plans.pro.name}`;
  useDocumentTitle(title);
  useProPlan();
  return (
    <div className={layout.form}>
      <BackLink to={routes.home}>Back</BackLink>
      <PageHeading lead="The plan of your team, its card and its invoices are in your settings.">
        {title}
      </PageHeading>
      <ButtonAnchor href={routes.settingsBilling}>See your plan</ButtonAnchor>
    </div>
  );
}

function ForMember({ hasPro }: { hasPro: boolean }) {
  const owner = useQuery(teamOwnerQuery);
  if (owner.data) return <OwnerDecidesPage title={TITLE} name={owner.data.ownerName ?? ''} hasPro={hasPro} />;
  if (owner.isPending) return <PageSpinner />;
  return (
    <div className={layout.form}>
      <PageHeading>{TITLE}</PageHeading>
      <Message kind="error">
        We could not find out who owns your team.{' '}
        <TextButton onClick={() => void owner.refetch()}>Try again</TextButton>
      </Message>
    </div>
  );
}
