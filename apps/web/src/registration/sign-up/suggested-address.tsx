import { TextButton } from '../../ui/text-link.tsx';
import { suggestedAddress } from '../../fields/mail-providers.ts';
import { rich } from '../../words/t.ts';

export function SuggestedAddress({ email, onTake }: { email: string; onTake(email: string): void }) {
  const meant = suggestedAddress(email);
  return (
    <span role="status">
      {meant &&
        rich('registration.suggestedAddress.question', 'Did you mean <take>{address}</take>?', {
          address: meant,
          take: (words) => <TextButton onClick={() => onTake(meant)}>{words}</TextButton>,
        })}
    </span>
  );
}
