import { environmentWarnings, resolveEnvironment } from '@foyer/mail/environment';
import { CommandError } from '../command-error.ts';

/**
 * Checks these variables of the environment by the rules for API and worker (docs/install.md). Copies secrets from
 * their files into `process.env`. Throws a `CommandError` with all faults.
 */
export function requireEnvironment(names: readonly string[]): void {
  const { given, faults } = resolveEnvironment(process.env, names);
  if (faults.length > 0)
    throw new CommandError(
      `The environment is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  for (const warning of environmentWarnings(process.env, names)) console.warn(warning);
  for (const name of names) {
    const value = given[name];
    if (value !== undefined) process.env[name] = value;
    delete process.env[`${name}_FILE`];
  }
}
