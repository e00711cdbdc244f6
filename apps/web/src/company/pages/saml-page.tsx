import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { PostToProvider } from '../sign-in/post-to-provider.tsx';
import { samlLookupQuery } from '../sign-in/saml-lookup-query.ts';
import { ProblemError } from '../../http/errors.ts';
import { SignInFirst } from '../../navigation/sign-in-first.tsx';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function SamlPage() {
  const { idpName = '' } = useParams();
  const [search] = useSearchParams();
  const lookup = useQuery(samlLookupQuery(idpName, search));
  useDocumentTitle(pageTitles.saml);
  if (lookup.isError) return <SignInFailed error={lookup.error} />;
  return (
    <div className={layout.centred}>
      <PageHeading lead={t('company.samlPage.redirecting', 'We’re taking you to your company’s login page.')}>
        {t('common.signingIn', 'Signing in')}
      </PageHeading>
      <PageSpinner label={t('common.signingIn', 'Signing in')} />
      {lookup.data && <PostToProvider {...lookup.data} />}
    </div>
  );
}

function SignInFailed({ error }: { error: Error }) {
  const code = error instanceof ProblemError ? error.code : undefined;
  if (code === 'SignInRequired') return <SignInFirst />;
  if (code !== 'NotOwner') return <Navigate to={routes.samlError} replace />;
  return (
    <div className={layout.centred}>
      <PageHeading lead={error.message}>
        {t('company.samlPage.testRefusedTitle', 'You can’t run this test')}
      </PageHeading>
      <ButtonLink to={routes.settingsTeam}>{t('common.seeTeam', 'See your team')}</ButtonLink>
    </div>
  );
}
