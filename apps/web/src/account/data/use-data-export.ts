import { endpoints } from '@foyer/contracts/endpoints';
import { dataExportReply, ownDataReply } from '@foyer/contracts/account/own-data';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { send } from '../../http/send.ts';
import { dataExportQuery } from './data-export-query.ts';

const FILE_NAME = 'my-data.json';

export function useRequestData() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => withSessionCheck(queries, send(endpoints.askForData, { reply: dataExportReply })),
    onSuccess: (reply) => queries.setQueryData(dataExportQuery.queryKey, reply),
  });
}

/** Downloads the data with a call of `send`, because a link to the file could not ask for a step-up. */
export function useDownloadData() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => withSessionCheck(queries, send(endpoints.downloadData, { reply: ownDataReply })),
    onSuccess: (data) => save(JSON.stringify(data, undefined, 2)),
    // The copy may have expired since the page was opened.
    onError: () => queries.invalidateQueries({ queryKey: dataExportQuery.queryKey }),
  });
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  // The browser has resolved the URL before this timer runs.
  setTimeout(() => URL.revokeObjectURL(url));
}
