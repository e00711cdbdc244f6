import { Message } from '../ui/message.tsx';
import { rich } from '../words/t.ts';

/** Invited people see this before they enter anything. */
export function EndedPlanNotice({ team }: { team: string }) {
  return (
    <Message kind="info">
      {rich(
        'invitations.endedPlanNotice.subscriptionEnded',
        'The subscription for <strong>{team}</strong> has ended. Until the owner restarts it, members can’t access the team’s events and diagrams.',
        { team, strong: (words) => <strong>{words}</strong> },
      )}
    </Message>
  );
}
