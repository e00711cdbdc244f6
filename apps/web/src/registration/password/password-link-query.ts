import { endpoints } from '@foyer/contracts/endpoints';
import { passwordLinkReply } from '@foyer/contracts/registration/password-link';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../http/send.ts';
import { choosePlan } from '../../navigation/plan-choice.ts';

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
      // The visitor may have chosen the plan of the sign-up in another browser.
      if (link.kind === 'create' && link.plan) choosePlan(link.plan);
      return link;
    },
    staleTime: Infinity,
  });
