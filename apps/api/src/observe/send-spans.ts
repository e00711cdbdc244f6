import { readFileSync } from 'node:fs';
import { sendSpans as sendSpansAs, type SpanSink } from '@foyer/mail/send-spans';
import { traceCalls } from './trace-calls.ts';

/** The package's; the same path from `src` and `dist`. */
const PACKAGE = new URL('../../package.json', import.meta.url);

/** Sends the API's spans to a collector, those of its calls to other servers among them. */
export function sendSpans(endpoint: URL, environment: string): SpanSink {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const sink = sendSpansAs(endpoint, { name: 'foyer-api', version, environment });
  const stopTracingCalls = traceCalls(sink.tracer);
  return {
    ...sink,
    stop: () => {
      stopTracingCalls();
      return sink.stop();
    },
  };
}
