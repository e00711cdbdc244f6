import { TextButton } from '../../ui/text-link.tsx';
import { meantAddress } from '../../fields/mail-providers.ts';
import { rich } from '../../words/t.ts';

export function MeantAddress({ email, onTake }: { email: string; onTake(email: string): void }) {
  const meant = meantAddress(email);
  return (
    <span role="status">
      {meant &&
        rich('registration.meantAddress.question', 'Did you mean <take>{address}</take>?', {
          address: meant,
          take: (words) => <TextButton onClick={() => onTake(meant)}>{words}</TextButton>,
        })}
    </span>
  );
}
