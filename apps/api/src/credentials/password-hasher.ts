import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { normalizePassword } from '@foyer/contracts/password';
import { hash, verify, type Options } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Problem } from '../request/problem.ts';
import { lowerPoolPriority } from '../threads/thread-priority.ts';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const PARAMETERS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** More waiting than this and a caller is told to come back: about a second of work for one core. */
const MAX_WAITING_PER_CORE = 100;
const RETRY_AFTER_SECONDS = 2;

/** Of a password nobody knows: compared for addresses without an account, so that they take as long as the others. */
const UNKNOWN_HASH = await hash(crypto.randomUUID(), PARAMETERS);
lowerPoolPriority();
/** Algorithm, version and parameters, as every PHC string of today begins. */
const CURRENT_PREFIX = UNKNOWN_HASH.slice(0, UNKNOWN_HASH.indexOf('$', '$argon2id$v=19$'.length) + 1);

/** argon2id in a bounded queue: as many hashes at once as there are cores, so that a flood starves nothing else. */
@Injectable()
export class PasswordHasher {
  readonly #limit = pLimit(availableParallelism());
  readonly #maxWaiting = MAX_WAITING_PER_CORE * availableParallelism();

  /** How many wait for a core. */
  get waitingCount(): number {
    return this.#limit.pendingCount;
  }

  /** The PHC string to store. Throws `Unavailable` when too many are waiting. */
  async hash(password: string): Promise<string> {
    return this.#enqueue(() => hash(normalizePassword(password), PARAMETERS));
  }

  /** Whether the password is the one of the hash. No hash takes as long and is never right. */
  async verify(password: string, passwordHash: string | null | undefined): Promise<boolean> {
    const isRight = await this.#enqueue(() =>
      verify(passwordHash ?? UNKNOWN_HASH, normalizePassword(password)),
    );
    return isRight && passwordHash != null;
  }

  /** Whether a hash was made with other parameters than today's. */
  isOutdated(passwordHash: string | null): boolean {
    return passwordHash !== null && !passwordHash.startsWith(CURRENT_PREFIX);
  }

  async #enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= this.#maxWaiting)
      throw new Problem('Unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    return this.#limit(work);
  }
}
