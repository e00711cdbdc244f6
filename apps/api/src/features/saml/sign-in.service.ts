import { Inject, Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Request } from 'express';
import { isSubscriptionEnded } from '../../accounts/is-subscription-ended.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { hashToken } from '../../credentials/secret-token.ts';
import { isSeatRefusal, isUniqueConflict, retryConflicts } from '../../database/conflicts.ts';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Refusal } from '../../http/refusal.ts';
import { SessionService } from '../../session/session.service.ts';
import { AssertionConsumerService } from './assertion-consumer.service.ts';
import { CheckFailed, required, type Examination } from './examination.ts';
import { ProvisioningService } from './provisioning.service.ts';
import { SamlRequestsService } from './saml-requests.service.ts';
import { SsoRefused } from './sso-refused.ts';

/** New members of one team wait for each other at its seats; a whole company may arrive at nine o'clock. */
const PATIENCE = { maxWait: 5_000, timeout: 10_000 };

export type SignedIn = { sessionToken: string; location: string };

const replayed = () => new CheckFailed('request', 'It has been used already, or its time ran out meanwhile.');

/** Signs in whom an examined response stands for. */
@Injectable()
export class SignInService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly consumer: AssertionConsumerService,
    private readonly requests: SamlRequestsService,
    private readonly provisioning: ProvisioningService,
    private readonly sessions: SessionService,
    private readonly redirectTargets: RedirectTargets,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  /**
   * One transaction: request and assertion are used up, the user is found or made, and the session begins; so of any
   * number of copies one signs in. With all seats taken nothing of it remains, and the same response works once a seat
   * is free. Throws `SsoRefused`.
   */
  async signIn(examination: Examination, request: Request): Promise<SignedIn> {
    try {
      return await retryConflicts(
        () =>
          this.prisma.$transaction(
            (transaction) => this.#signIn(transaction, examination, request),
            PATIENCE,
          ),
        isOvertaken,
      );
    } catch (error) {
      const email = examination.person?.email;
      if (error instanceof CheckFailed) return this.consumer.refuse(error, request, email);
      if (isSeatRefusal(error)) return this.#askForSeat(examination, request);
      throw error;
    }
  }

  async #signIn(transaction: Transaction, examination: Examination, request: Request): Promise<SignedIn> {
    const { idp, sessionEnd } = examination;
    await this.#useUp(transaction, examination);
    const provisioning = await this.provisioning.decide(transaction, examination);
    const userId = await this.provisioning.carryOut(transaction, examination, provisioning);
    const [user] = await transaction.$queryRaw<[{ email: string; subscriptionStatus: string | null }]>`
      WITH request AS (
        DELETE FROM seat_requests r USING users u
         WHERE u.id = ${userId}::uuid AND r.team_id = ${idp.teamId}::uuid AND r.email = u.email
      )
      SELECT u.email, s.status AS "subscriptionStatus"
        FROM users u LEFT JOIN subscriptions s ON s.team_id = u.team_id WHERE u.id = ${userId}::uuid`;
    const { email, subscriptionStatus } = user;
    const event = { userId, email };
    if (provisioning.kind === 'created')
      await this.audit.record({ action: 'account.create', outcome: 'ok', ...event }, request, transaction);
    if (provisioning.kind === 'linked')
      await this.audit.record({ action: 'sso.link', outcome: 'ok', ...event }, request, transaction);
    const mayOnlyPay = isSubscriptionEnded(subscriptionStatus);
    const outcome = mayOnlyPay ? 'SubscriptionEnded' : 'ok';
    await this.audit.record({ action: 'sso.login', outcome, ...event }, request, transaction);
    return {
      sessionToken: await this.sessions.start(
        transaction,
        userId,
        request,
        mayOnlyPay ? 'billing' : null,
        sessionEnd,
      ),
      location: mayOnlyPay ? pages.proUpgrade : this.redirectTargets.decide(targetOf(examination)),
    };
  }

  async #useUp(transaction: Transaction, examination: Examination): Promise<void> {
    const { idp, request } = examination;
    if (request && !(await this.requests.consume(transaction, idp.id, request.requestId))) throw replayed();
    const assertionId = required(examination.assertion).attributes['ID'] ?? '';
    const usableUntil = required(examination.usableUntil);
    if (!(await this.requests.consumeAssertion(transaction, idp.id, assertionId, usableUntil)))
      throw replayed();
  }

  /** Lets the owner know, once, that somebody waits for a seat. */
  async #askForSeat(examination: Examination, request: Request): Promise<never> {
    const { teamId } = examination.idp;
    const { email, firstName, lastName } = required(examination.person);
    await this.prisma.$transaction(async (transaction) => {
      const [row] = await transaction.$queryRaw<{ isNew: boolean }[]>`
        INSERT INTO seat_requests (team_id, email, first_name, last_name)
        VALUES (${teamId}::uuid, ${email}, ${firstName}, ${lastName})
        ON CONFLICT (team_id, email) DO UPDATE SET at = now()
        RETURNING (xmax = 0) AS "isNew"`;
      const team = await transaction.team.findUniqueOrThrow({
        where: { id: teamId },
        select: { name: true, owner: { select: { email: true, firstName: true } } },
      });
      if (row?.isNew && team.owner)
        await this.mails.enqueueMail(transaction, {
          kind: 'seat-requested',
          to: team.owner.email,
          content: {
            firstName: team.owner.firstName,
            teamName: team.name,
            requesterName: `${firstName} ${lastName}`,
            requesterEmail: email,
          },
        });
      await this.audit.record(
        { action: 'sso.overage', outcome: 'SeatLimitReached', email },
        request,
        transaction,
      );
    });
    throw new SsoRefused(pages.samlOverage);
  }
}

/** Where the visitor wanted to go; only the handle we sent along says so. */
function targetOf({ request, form }: Examination): string | undefined {
  const relayState = form?.get('RelayState');
  const isOurs = request && relayState && Buffer.from(request.relayStateHash).equals(hashToken(relayState));
  return isOurs ? request.redirectTarget : undefined;
}

/** Somebody else made the same user, or accepted the same invitation, a moment before: look again. */
function isOvertaken(error: unknown): boolean {
  return isUniqueConflict(error) || (error instanceof Refusal && error.code === 'InvitationUsed');
}
