import { endpoints } from '@foyer/contracts/endpoints';
import { sessionsReply } from '@foyer/contracts/identity/security';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/with-session-check.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: fetchSignedIn(endpoints.sessions, { reply: sessionsReply }),
});
