import { timeInWords } from './time-in-words.ts';
import { exactTime } from '../words/formats.ts';

export function TimeAgo({ iso, nowMs }: { iso: string; nowMs: number }) {
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {timeInWords(iso, nowMs)}
    </time>
  );
}
