import { useSearchParams } from 'react-router-dom';
import { ConfirmAddress } from '../profile/confirm-address.tsx';

/** Where the mail to a new address leads. Its token is of use to the one who asked for it, logged in, and to nobody else. */
export function ConfirmAddressPage() {
  const [query] = useSearchParams();
  return <ConfirmAddress token={query.get('token') ?? ''} />;
}
