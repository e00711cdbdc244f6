import { endpoints } from '@foyer/contracts/endpoints';
import { passwordLinkReply } from '@foyer/contracts/registration/password-link';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../http/send.ts';
import { choosePlan } from '../../navigation/plan-choice.ts';

/** The state of a mailed link. Reading it changes nothing. */
export const passwordLinkQuery = (resetToken: string) =>
  queryOptions({
    queryKey: ['password-link', resetToken],
    queryFn: async ({ signal }) => {
      if (resetToken === '') return { state: 'unknown' as const };
      const link = await send(endpoints.passwordLink, {
        query: { resetToken },
        reply: passwordLinkReply,
        signal,
      });
      // Stores the plan of the sign-up, because the visitor may have chosen it in another browser.
      if (link.kind === 'create' && link.plan) choosePlan(link.plan);
      return link;
    },
    staleTime: Infinity,
  });
