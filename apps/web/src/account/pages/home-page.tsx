import { calledName } from '@foyer/catalog/person-name';
import { namesOf, type SessionUser } from '@foyer/contracts/identity/login';
import type { SessionReply } from '@foyer/contracts/identity/session';
import { useQuery } from '@tanstack/react-query';
import { billingNoticeQuery } from '../../billing/billing-query.ts';
import { passkeyOfferQuery } from '../../identity/passkeys/passkey-offer.ts';
import { pendingIdentitiesQuery } from '../../teams/members/pending-identities-query.ts';
import { teamQuery } from '../../teams/members/team-query.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { waitingInvitationsQuery } from '../../navigation/waiting-invitations-query.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { homeTitle } from '../../page-values/page-titles.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { ButtonAnchor } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { rich, t } from '../../words/t.ts';
import { HomePasskey } from './home-passkey.tsx';
import { HomeTeam } from './home-team.tsx';
import { HomeWaiting } from './home-waiting.tsx';
import styles from './home-page.module.css';
import { SettingsList } from './settings-list.tsx';

export function HomePage() {
  const { data: session } = useQuery(sessionQuery);
  return session?.user && <Home session={session} user={session.user} />;
}

function Home({ session, user }: { session: SessionReply; user: SessionUser }) {
  useDocumentTitle(homeTitle());
  const { homeUrl } = usePageValues();
  const { redirectUrl } = readArrival();
  const team = useQuery(teamQuery);
  const pending = useQuery(pendingIdentitiesQuery);
  const notice = useQuery({ ...billingNoticeQuery, retry: false });
  const invitations = useQuery(waitingInvitationsQuery);
  const passkey = useQuery(passkeyOfferQuery);
  // Waits for all queries, so that the layout does not shift. If a query fails, only its part of the page is missing.
  const isLoaded = [team, pending, notice, invitations, passkey].every((query) => query.isFetched);
  return (
    <div className={styles.home}>
      <div className={styles.welcome}>
        <PageHeading
          lead={rich('common.loggedInAs', 'You’re logged in as <strong>{email}</strong>.', {
            email: user.email,
            strong: (words) => <strong className={styles.email}>{words}</strong>,
          })}
        >
          {t('account.homePage.welcome', 'Welcome back, {name}', { name: calledName(namesOf(user)) })}
        </PageHeading>
        <ButtonAnchor href={redirectUrl || homeUrl}>
          {redirectUrl ? t('common.continue', 'Continue') : t('account.homePage.toEvents', 'Go to my events')}
        </ButtonAnchor>
      </div>
      {isLoaded ? (
        <>
          <HomeWaiting session={session} team={team.data} pending={pending.data} />
          <HomeTeam session={session} name={user.team.name} team={team.data} />
          <HomePasskey userId={user.platform_user_id} />
          <section className={styles.settings} aria-labelledby="home-settings">
            <h2 id="home-settings" className={styles.title}>
              {t('common.settings', 'Settings')}
            </h2>
            <SettingsList session={session} />
          </section>
        </>
      ) : (
        <PageSpinner />
      )}
    </div>
  );
}
