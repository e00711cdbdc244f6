import { timeInWords } from './time-in-words.ts';
import { exactTime } from '../words/formats.ts';

/** Shows the age of an event at `nowMs`, with the exact time as a tooltip. */
export function TimeAgo({ iso, nowMs }: { iso: string; nowMs: number }) {
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {timeInWords(iso, nowMs)}
    </time>
  );
}
