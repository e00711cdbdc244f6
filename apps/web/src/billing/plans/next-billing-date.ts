/** Returns the same day of the next month, or that month's last day if it lacks the day (docs/product.md 10). */
export function nextBillingDate(today: Date): Date {
  const lastDay = new Date(today.getFullYear(), today.getMonth() + 2, 0).getDate();
  return new Date(today.getFullYear(), today.getMonth() + 1, Math.min(today.getDate(), lastDay));
}
