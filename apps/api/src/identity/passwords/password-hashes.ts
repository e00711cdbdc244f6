import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { normalizePassword } from '@foyer/contracts/identity/password';
import { hash, verify, type Options } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Problem } from '../../request/problem.ts';
import { lowerPoolPriority } from '../../threads/thread-priority.ts';

const ARGON2ID = 2;
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The maximum number of waiting hashes per core. Further callers get a 503. */
const MAX_WAITING_PER_CORE = 100;
const RETRY_AFTER_SECONDS = 2;

/** Logins without a stored hash verify this hash of a random password, to take the same time as others. */
const UNKNOWN_HASH = await hash(crypto.randomUUID(), PARAMETERS);
lowerPoolPriority();
/** The beginning of a PHC string: algorithm, version and parameters. */
const CURRENT_PREFIX = UNKNOWN_HASH.slice(0, UNKNOWN_HASH.indexOf('$', '$argon2id$v=19$'.length) + 1);

/**
 * Runs as many argon2id hashes at the same time as there are cores, and queues a limited number of others, so that a
 * flood does not starve other requests.
 */
@Injectable()
export class PasswordHashes {
  readonly #limit = pLimit(availableParallelism());
  readonly #maxWaiting = MAX_WAITING_PER_CORE * availableParallelism();

  get waitingCount(): number {
    return this.#limit.pendingCount;
  }

  /** Returns a PHC string. Throws `Unavailable` if too many hashes wait. */
  async hash(password: string): Promise<string> {
    return this.#enqueue(() => hash(normalizePassword(password), PARAMETERS));
  }

  /** Without a hash, takes the same time and returns false. */
  async verify(password: string, passwordHash: string | null | undefined): Promise<boolean> {
    const isRight = await this.#enqueue(() =>
      verify(passwordHash ?? UNKNOWN_HASH, normalizePassword(password)),
    );
    return isRight && passwordHash != null;
  }

  isOutdated(passwordHash: string | null): boolean {
    return passwordHash !== null && !passwordHash.startsWith(CURRENT_PREFIX);
  }

  async #enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= this.#maxWaiting)
      throw new Problem('Unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    return this.#limit(work);
  }
}
