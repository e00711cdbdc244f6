import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { TeamChange } from './use-team-changes.ts';

type RowButtonProps = {
  change: TeamChange;
  busyWith?: TeamChange | undefined;
  variant?: 'primary' | 'secondary' | 'quiet';
  onPress(change: TeamChange): void;
  children: string;
};

export function RowButton({ change, busyWith, variant = 'quiet', onPress, children }: RowButtonProps) {
  return (
    <Button
      variant={variant}
      isLoading={busyWith?.id === change.id && busyWith.kind === change.kind}
      onClick={() => onPress(change)}
    >
      {children}
      <VisuallyHidden> {change.who}</VisuallyHidden>
    </Button>
  );
}
