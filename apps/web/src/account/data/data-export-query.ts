import { endpoints } from '@foyer/contracts/endpoints';
import { dataExportReply } from '@foyer/contracts/account/own-data';
import { queryOptions } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { send } from '../../http/send.ts';

const LOOK_AGAIN_MS = 2_000;

export const dataExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ client, signal }) =>
    withSessionCheck(client, send(endpoints.dataExport, { reply: dataExportReply, signal })),
  refetchInterval: ({ state }) => state.data?.state === 'preparing' && LOOK_AGAIN_MS,
});
