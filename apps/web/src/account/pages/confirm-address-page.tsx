import { useSearchParams } from 'react-router-dom';
import { ConfirmAddress } from '../profile/confirm-address.tsx';

/** Where the mail to a new address leads. Its token works only for the account that asked for it, while it is signed in. */
export function ConfirmAddressPage() {
  const [query] = useSearchParams();
  return <ConfirmAddress token={query.get('token') ?? ''} />;
}
