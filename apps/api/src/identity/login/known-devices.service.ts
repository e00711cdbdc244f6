import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DEVICE_LIFE_DAYS } from '@foyer/contracts/identity/session';
import type { Db, Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { NEW_DEVICE_QUEUE } from '@foyer/mail/queues';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { limits } from '../../config/limits.ts';
import { Jobs } from '../../database/jobs.ts';
import { bucketOf, fillIfRoom } from '../../mails/mail-limits.ts';
import { ownCookie, type OwnCookie } from '../../request/cookie-name.ts';
import type { KnownDevice, RequestContext } from '../../request/request-context.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { readDevice } from '../sessions/name-device.ts';
import { readNetwork } from '../sessions/read-network.ts';
import type { DeviceTrust } from './decide.ts';
import {
  findDevice,
  insertDevice,
  lockUserAfterLogins,
  moveOtherUsersToToken,
  markDevicesNotified,
  noteDeviceUse,
  trustDevice,
  renewDeviceToken,
  type DeviceUse,
} from './known-devices.queries.ts';

const TOKEN = /^[\w-]{43}$/;

type NewDeviceJob = { userId: string };

/**
 * The browsers in which a user has logged in (invariant 6 of docs/security.md). If two people share a browser, it has
 * one cookie and one row per person.
 *
 * The `device` cookie is a random value (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It contains
 * no address, is kept after the session ends, and does not log in.
 */
@Injectable()
export class KnownDevicesService implements OnApplicationBootstrap {
  readonly #cookie: OwnCookie;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {
    this.#cookie = ownCookie('device', env.PUBLIC_URL, DEVICE_LIFE_DAYS * 86_400_000);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(NEW_DEVICE_QUEUE, (transaction, { userId }: NewDeviceJob) =>
      this.#mailOfNewDevices(transaction, userId),
    );
  }

  /**
   * Finds the id of the request's browser if the user of this address has logged in there. Queries at most once per
   * request and address, and only if there is a cookie. The query is the same whether or not the address has an
   * account. In a transaction, `db` must be the transaction: a second connection could wait for those of other calls.
   */
  async find(request: RequestContext, email: string, db: Db = this.pool): Promise<string | undefined> {
    return (await this.#find(request, email, db))?.id;
  }

  async findDeviceTrust(request: RequestContext, email: string, db: Db): Promise<DeviceTrust> {
    const device = await this.#find(request, email, db);
    if (!device) return 'new';
    return device.isTrusted ? 'trusted' : 'known';
  }

  /**
   * Makes this browser a known one as part of a login, and returns the cookie's value. A browser that is new to this
   * user always gets a fresh value, so that an attacker cannot plant one. The rows of the browser's other users move to
   * the new value.
   */
  async recordLogin(
    db: Db,
    user: { id: string; email: string; hasKnownDevices: boolean },
    request: RequestContext,
    { trustDays, dependsOnIdp }: Omit<DeviceUse, 'userAgent'>,
  ): Promise<string> {
    const use = { userAgent: request.userAgent, trustDays, dependsOnIdp };
    const former = this.#readCookie(request);
    const device = await this.#find(request, user.email, db);
    if (device) {
      await noteDeviceUse(db, device.id, use);
      if (trustDays > 0) await trustDevice(db, device.id, trustDays);
      if (former !== undefined && !device.isTokenOld) return former;
    }
    const token = mintToken();
    const tokenHash = hashToken(token);
    if (device) await renewDeviceToken(db, device.id, tokenHash);
    else await this.#add(db, user, { tokenHash, ipAddress: request.address }, use);
    if (former !== undefined) await moveOtherUsersToToken(db, user.id, hashToken(former), tokenHash);
    return token;
  }

  hasCookie(request: RequestContext): boolean {
    return this.#readCookie(request) !== undefined;
  }

  writeCookie(request: RequestContext, token: string): void {
    request.cookies.write(this.#cookie.name, token, this.#cookie.options);
  }

  async forgetOthers(
    transaction: Transaction,
    user: { id: string; email: string },
    request: RequestContext,
  ): Promise<void> {
    const own = await this.find(request, user.email, transaction);
    await transaction.knownDevice.deleteMany({
      where: { userId: user.id, ...(own === undefined ? {} : { id: { not: own } }) },
    });
  }

  #readCookie(request: RequestContext): string | undefined {
    const value = request.cookies.all[this.#cookie.name];
    return value !== undefined && TOKEN.test(value) ? value : undefined;
  }

  #find(request: RequestContext, email: string, db: Db): Promise<KnownDevice | undefined> {
    const found = request.knownDevices.get(email) ?? this.#read(request, email, db);
    request.knownDevices.set(email, found);
    return found;
  }

  async #read(request: RequestContext, email: string, db: Db): Promise<KnownDevice | undefined> {
    const token = this.#readCookie(request);
    return token === undefined ? undefined : findDevice(db, hashToken(token), email);
  }

  async #add(
    db: Db,
    { id: userId, hasKnownDevices }: { id: string; hasKnownDevices: boolean },
    browser: { tokenHash: Uint8Array<ArrayBuffer>; ipAddress: string },
    use: DeviceUse,
  ): Promise<void> {
    await insertDevice(db, { userId, ...browser, isToBeNotified: hasKnownDevices }, use);
    // A job that is already waiting also covers this login.
    const job: NewDeviceJob = { userId };
    if (hasKnownDevices) await this.jobs.send(db, NEW_DEVICE_QUEUE, job, 0, userId);
  }

  /**
   * The first mail goes out immediately. Later mails go out at most once a day and list all new browsers since the
   * previous mail.
   */
  async #mailOfNewDevices(transaction: Transaction, userId: string): Promise<void> {
    const user = await lockUserAfterLogins(transaction, userId);
    if (!user) return;
    const devices = await transaction.knownDevice.findMany({
      where: { userId, notifiedAt: null },
      orderBy: { createdAt: 'asc' },
      select: { createdAt: true, userAgent: true, ipAddress: true },
    });
    if (devices.length === 0) return;
    const secondsToWait = await fillIfRoom(transaction, [
      bucketOf(limits.deviceNotices, user.email, 'new-device'),
    ]);
    if (secondsToWait > 0) {
      const job: NewDeviceJob = { userId };
      return this.jobs.send(transaction, NEW_DEVICE_QUEUE, job, secondsToWait, userId);
    }
    await markDevicesNotified(transaction, userId);
    await this.mails.enqueueMail(transaction, {
      kind: 'new-device',
      to: user.email,
      content: {
        firstName: user.firstName,
        logins: devices.map(({ createdAt, userAgent, ipAddress }) => ({
          at: createdAt.toISOString(),
          ...readDevice(userAgent),
          network: readNetwork(ipAddress),
        })),
      },
    });
  }
}
