/** One month on, at the latest on the last day of that month (docs/product.md 10). */
export function nextBillingDate(today: Date): Date {
  const lastDay = new Date(today.getFullYear(), today.getMonth() + 2, 0).getDate();
  return new Date(today.getFullYear(), today.getMonth() + 1, Math.min(today.getDate(), lastDay));
}
