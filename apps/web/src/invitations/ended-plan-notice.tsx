import { Message } from '../ui/message.tsx';
import { rich } from '../words/t.ts';

/**
 * For who is invited to a team whose subscription has ended: told before they give anything for it
 * (docs/product.md 10).
 */
export function EndedPlanNotice({ team }: { team: string }) {
  return (
    <Message kind="info">
      {rich(
        'The subscription of <strong>{team}</strong> has ended. Until its owner has paid, members can switch teams, leave or log out, and nothing else.',
        { team, strong: (words) => <strong>{words}</strong> },
      )}
    </Message>
  );
}
