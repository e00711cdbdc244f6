/**
 * Settles when somebody wants us to stop: Ctrl-C, a polite kill, a closed terminal, or the end of the process that
 * started us (see tools/run/bootstrap.mjs). Asking again changes nothing, because one Ctrl-C may arrive by several ways.
 */
export function waitForStopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (!process.channel) return;
    process.once('disconnect', () => resolve());
    // Listening alone must not keep us alive.
    process.channel.unref();
  });
}
