import { Inject, Injectable } from '@nestjs/common';
import type { ChangePasswordBody } from '@foyer/contracts/identity/password';
import type { OwnSession } from '@foyer/contracts/identity/security';
import { PrismaClient } from '@foyer/db/client';
import { StepUpService, wrongPassword } from './step-up.service.ts';
import { findSessionProvider, requireStepUp } from '../step-up.ts';
import { endOtherSessions, replacePassword } from '../users.queries.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { KnownDevicesService } from '../login/known-devices.service.ts';
import { Passwords } from '../passwords.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { Problem } from '../../request/problem.ts';
import { endAllSessions, startSession, type Session } from '../session.service.ts';
import { readDevice } from './name-device.ts';
import { listLiveSessions } from './session.queries.ts';
import { readNetwork } from './read-network.ts';
import type { RequestContext } from '../../request/request-context.ts';

const CURRENT_PASSWORD = 'current_password';

@Injectable()
export class SecurityService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly passwords: Passwords,
    private readonly stepUp: StepUpService,
    private readonly devices: KnownDevicesService,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {}

  async listSessions(current: Session, request: RequestContext): Promise<OwnSession[]> {
    const rows = await listLiveSessions(this.prisma, current.userId);
    return rows
      .map((row) => ({
        id: row.id,
        isCurrent: row.id === current.id,
        ...readDevice(row.userAgent),
        network: readNetwork(row.ipAddress, request.address),
        ...(row.beganBy !== null && { beganBy: row.beganBy }),
        startedAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
      }))
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  }

  async endSession(current: Session, id: string, request: RequestContext): Promise<void> {
    await requireStepUp(this.prisma, current, 'daily-work');
    const where = { id: requireUuid(id), userId: current.userId };
    const { count } = await this.prisma.session.deleteMany({ where });
    if (count === 0) throw new Problem('NotFound');
    await this.audit.recordBy(current, 'session.end', request);
  }

  async endOtherSessions(current: Session, request: RequestContext): Promise<void> {
    await requireStepUp(this.prisma, current, 'daily-work');
    const { userId } = current;
    const { email } = current.user;
    await this.prisma.$transaction(async (transaction) => {
      await endOtherSessions(transaction, current);
      await this.devices.forgetOthers(transaction, { id: userId, email }, request);
      await this.audit.recordBy(current, 'session.end-others', request, transaction);
    });
  }

  /**
   * If there is no app, the current password is a complete step-up. Wrong guesses count towards the lockout, as at
   * login. Ends all sessions and grants, forgets the other known browsers, and returns the token of a new session.
   * Throws the problems of `requireStepUp`, `checkPassword` and `rejectWeak`.
   */
  async changePassword(current: Session, body: ChangePasswordBody, request: RequestContext): Promise<string> {
    const { userId } = current;
    const { email } = current.user;
    if (current.hasApp) await requireStepUp(this.prisma, current, 'account');
    const currentHash = await this.stepUp.checkPassword(
      current,
      body.current_password,
      CURRENT_PASSWORD,
      request,
    );
    const user = await this.prisma.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true, lastName: true, company: true, _count: { select: { passkeys: true } } },
    });
    const { _count, ...names } = user;
    await this.passwords.rejectWeak(body.password, { ...names, email });
    const passwordHash = await this.passwords.hash(body.password);
    return this.prisma.$transaction(async (transaction) => {
      const isChanged = await replacePassword(transaction, userId, { from: currentHash, to: passwordHash });
      // Another call has changed the password since the check.
      if (!isChanged) throw wrongPassword(CURRENT_PASSWORD);
      const dependsOnIdp = await findSessionProvider(transaction, current);
      await endAllSessions(transaction, userId);
      await this.devices.forgetOthers(transaction, { id: userId, email }, request);
      await this.notices.notify(transaction, {
        kind: 'password-changed',
        to: email,
        content: { firstName: user.firstName, passkeys: _count.passkeys },
      });
      await this.audit.recordBy(current, 'password.change', request, transaction);
      const { hasSecondFactor } = current;
      return startSession(transaction, userId, request, {
        beganBy: 'password',
        hasSecondFactor,
        dependsOnIdp,
        stepUp: { at: 'now', dependsOnIdp: null },
      });
    });
  }
}
