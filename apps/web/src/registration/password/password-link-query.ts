import { endpoints } from '@foyer/contracts/endpoints';
import { passwordLinkReply } from '@foyer/contracts/registration/password-link';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../http/send.ts';
import { choosePlan } from '../../navigation/plan-choice.ts';

/** State of a mailed link; read-only. */
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
      // The link may be opened in another browser than the one in which the plan was chosen.
      if (link.kind === 'create' && link.plan) choosePlan(link.plan);
      return link;
    },
    staleTime: Infinity,
  });
