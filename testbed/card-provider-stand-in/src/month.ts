/** Returns the same day `count` months later, or the last day of a shorter month. Times are in seconds. */
export function addMonths(anchorSeconds: number, count: number): number {
  const anchor = new Date(anchorSeconds * 1000);
  const later = new Date(anchor);
  later.setUTCDate(1);
  later.setUTCMonth(anchor.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return Math.floor(later.getTime() / 1000);
}

/** Returns the end of the period that begins at `startSeconds`: the anchor's next monthly anniversary. */
export function periodEnd(anchorSeconds: number, startSeconds: number): number {
  let count = 1;
  while (addMonths(anchorSeconds, count) <= startSeconds) count += 1;
  return addMonths(anchorSeconds, count);
}
