import { useSearchParams } from 'react-router-dom';
import { ConfirmAddress } from '../profile/confirm-address.tsx';

/** The page of a mailed link. The link works only in a session of the account that requested it. */
export function ConfirmAddressPage() {
  const [query] = useSearchParams();
  return <ConfirmAddress token={query.get('token') ?? ''} />;
}
