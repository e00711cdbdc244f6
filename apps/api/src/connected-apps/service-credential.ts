import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { hashToken } from '../request/secret-token.ts';

@Injectable()
export class ServiceCredential {
  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {}

  isGoodFor(given: string | undefined): boolean {
    return (
      given !== undefined &&
      this.env.SERVICE_CREDENTIAL.some((one) => timingSafeEqual(hashToken(given), hashToken(one)))
    );
  }
}
