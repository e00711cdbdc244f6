import type { KnownSession } from '@foyer/contracts/identity/session';
import { DataExport } from '../data/data-export.tsx';
import { DeleteAccount } from '../data/delete-account.tsx';

export function SettingsDataPage({ session: { plan, isOwner } }: { session: KnownSession }) {
  return (
    <>
      <DataExport />
      <DeleteAccount endsPlan={plan === 'pro' && isOwner === true} />
    </>
  );
}
