import { Injectable } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { loginBody } from '@foyer/contracts/identity/login';
import type { NextFunction, Request, Response } from 'express';
import * as z from 'zod/mini';
import { limits } from '../config/limits.ts';
import { KnownDevicesService } from './login/known-devices.service.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { countOnNetwork, tooMany } from '../http/rate-limits.ts';

const namesAddress = z.object({ email: loginBody.shape.email });

/**
 * Counts login attempts per browser if that browser is known for the address, otherwise per network. So the employees
 * of a company can log in even if a stranger exhausts the limit of the company's network (invariant 13 of
 * docs/security.md).
 */
@Injectable()
export class LoginLimit {
  constructor(
    private readonly counts: RateLimiter,
    private readonly devices: KnownDevicesService,
  ) {}

  /** Returns whether this call is counted by `limit`, which runs after the body with the email address is parsed. */
  isCountedLater(request: Request): boolean {
    return request.endpoint === endpoints.login && this.devices.hasCookie(request.context);
  }

  readonly limit = async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    if (!this.isCountedLater(request)) return next();
    const device = await this.#findDevice(request);
    const retryAfterSeconds =
      device === undefined
        ? await countOnNetwork(this.counts, endpoints.login, request)
        : await this.counts.count(`POST /login of browser ${device}`, limits.knownBrowserCalls);
    if (retryAfterSeconds !== undefined) throw tooMany(retryAfterSeconds);
    next();
  };

  async #findDevice(request: Request): Promise<string | undefined> {
    const body = namesAddress.safeParse(request.body);
    return body.success ? this.devices.find(request.context, body.data.email) : undefined;
  }
}
