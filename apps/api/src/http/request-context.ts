import { SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Endpoint } from '@foyer/contracts/endpoints';
import type { PageValues } from '@foyer/contracts/page-values';
import { parseCookie } from 'cookie';
import type { NextFunction, Request, Response } from 'express';
import type { Cookies, RequestContext } from '../request/request-context.ts';

type PageAdditions = {
  status?: number;
  /** Other origins to which the page's forms may be posted (CSP `form-action`). */
  formTargets?: readonly string[];
  values?: Partial<Pick<PageValues, 'appName' | 'consent' | 'planOwner' | 'userEmail' | 'session'>>;
};

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
    endpoint: Endpoint | undefined;
    /** Undefined until the cookies are read. */
    language?: LanguageTag;
    pageAdditions?: PageAdditions;
  }
}

const USER_AGENT_MAX_LENGTH = 400;

export function makeContext(
  request: Request,
  response: Response,
  { id, log }: Pick<RequestContext, 'id' | 'log'>,
): RequestContext {
  return {
    id,
    log,
    get language() {
      return request.language ?? SOURCE_LANGUAGE;
    },
    set language(language) {
      request.language = language;
    },
    address: request.ip ?? '',
    userAgent: (request.get('user-agent') ?? '').slice(0, USER_AGENT_MAX_LENGTH),
    url: request.originalUrl,
    cookies: cookiesOf(request, response),
    knownDevices: new Map(),
    header: (name) => request.get(name),
  };
}

/** Other middleware expects the cookies in `request.cookies`. */
export function readCookies(request: Request, _response: Response, next: NextFunction): void {
  request.cookies = parseCookie(request.headers.cookie ?? '');
  next();
}

function cookiesOf(request: Request, response: Response): Cookies {
  const read = (): Record<string, string> => (request.cookies ?? {}) as Record<string, string>;
  return {
    get all() {
      return read();
    },
    write(name, value, attributes) {
      response.cookie(name, value, attributes);
      request.cookies = { ...read(), [name]: value };
    },
    clear(name, attributes) {
      response.clearCookie(name, attributes);
      const { [name]: _cleared, ...others } = read();
      request.cookies = others;
    },
  };
}

export const CurrentRequest = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestContext =>
    context.switchToHttp().getRequest<Request>().context,
);
