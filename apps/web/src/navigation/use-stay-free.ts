import { endpoints } from '@foyer/contracts/endpoints';
import { teamSettingsReply, type TeamSettingsBody } from '@foyer/contracts/teams/team-settings';
import { useMutation } from '@tanstack/react-query';
import { send } from '../http/send.ts';

/**
 * Chooses the Free Trial instead of paying for PRO. Ignores a failure (docs/product.md 7): the next login then shows
 * the payment modal again.
 */
export function useStayFree(onSettled: () => unknown) {
  return useMutation({
    mutationFn: () =>
      send(endpoints.teamSettings, {
        body: { has_incomplete_billing: false } satisfies TeamSettingsBody,
        reply: teamSettingsReply,
      }),
    onSettled,
  });
}
