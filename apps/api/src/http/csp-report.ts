import { endpoints } from '@foyer/contracts/endpoints';
import express, { type NextFunction, type Request, type Response } from 'express';

const REPORT_LIMIT = '16kb';
const readReport = express.json({
  limit: REPORT_LIMIT,
  type: ['application/csp-report', 'application/reports+json', 'application/json'],
});

/**
 * Accepts the old format (`report-uri`) and the new one (`report-to`). Logs only the directive and the blocked origin,
 * because URLs may contain tokens.
 */
export function takeCspReport(request: Request, response: Response, next: NextFunction): void {
  if (request.endpoint !== endpoints.cspReport) return next();
  readReport(request, response, () => {
    for (const report of [request.body].flat().slice(0, 10)) {
      const { directive, blocked } = summarize(report);
      request.context.log.warn({ directive, blocked }, 'csp violation');
    }
    response.status(204).end();
  });
}

function summarize(report: unknown): { directive: string; blocked: string } {
  const outer = asRecord(report);
  const body = asRecord(outer['csp-report'] ?? outer['body']);
  return {
    directive: wordOf(
      body['effective-directive'] ?? body['effectiveDirective'] ?? body['violated-directive'],
    ),
    blocked: originOf(wordOf(body['blocked-uri'] ?? body['blockedURL'])),
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const wordOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address.slice(0, 40);
