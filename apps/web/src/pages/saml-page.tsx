import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { PostToProvider } from '../features/saml/post-to-provider.tsx';
import { samlLookupQuery } from '../features/saml/saml-lookup-query.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { routes } from '../routes.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import layout from './layout.module.css';

/** On the way to an identity provider: nothing to do but wait (SPEC 2). */
export function SamlPage() {
  const { idpName = '' } = useParams();
  const lookup = useQuery(samlLookupQuery(idpName));
  useDocumentTitle('Signing in');
  if (lookup.isError) return <Navigate to={routes.samlError} replace />;
  return (
    <div className={layout.centred}>
      <PageHeading lead="We are taking you to your company’s login page.">Signing in</PageHeading>
      <PageSpinner label="Signing in" />
      {lookup.data && <PostToProvider {...lookup.data} />}
    </div>
  );
}
