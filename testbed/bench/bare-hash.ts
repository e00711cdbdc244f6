/** Verifies argon2id hashes for the given seconds. Prints the rate and the CPU time per hash. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** The same parameters as in apps/api/src/identity/passwords/password-hashes.ts. */
export const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const PASSWORD = 'Round-Tables-For-8!';

export type BareHashResult = { perSecond: number; cpuMs: number };

if (import.meta.main) {
  const seconds = Number(process.argv[2]);
  const stored = await hash(PASSWORD, PARAMETERS);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (; performance.now() - startedAt < seconds * 1000; count++) await verify(stored, PASSWORD);
    }),
  );
  const { user, system } = process.cpuUsage(before);
  const perSecond = (count * 1000) / (performance.now() - startedAt);
  console.log(JSON.stringify({ perSecond, cpuMs: (user + system) / 1000 / count } satisfies BareHashResult));
}
