import { useSearchParams } from 'react-router-dom';
import { ConfirmAddress } from '../profile/confirm-address.tsx';

/** The link works only for the account that requested it. */
export function ConfirmAddressPage() {
  const [query] = useSearchParams();
  return <ConfirmAddress token={query.get('token') ?? ''} />;
}
