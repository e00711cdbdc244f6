/** Calls back once the page is idle. */
export function whenIdle(call: () => void): void {
  const soon = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(call, { timeout: 10_000 });
    else setTimeout(call, 2_000);
  };
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
}
