import { endpoints } from '@foyer/contracts/endpoints';
import { teamSettingsReply, type TeamSettingsBody } from '@foyer/contracts/teams/team-settings';
import { useMutation } from '@tanstack/react-query';
import { send } from '../http/send.ts';

/**
 * Starts with the Free plan instead of paying for PRO. The answer is ignored (docs/product.md 7): if it fails, the
 * payment modal comes back at the next login.
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
