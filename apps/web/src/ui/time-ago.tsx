import { timeInWords } from './time-in-words.ts';
import { exactTime } from '../words/formats.ts';

/** How long ago something was, seen from the moment its data came; the exact time is there for who points at it. */
export function TimeAgo({ iso, nowMs }: { iso: string; nowMs: number }) {
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {timeInWords(iso, nowMs)}
    </time>
  );
}
