import { execFileSync } from 'node:child_process';
import { ROOT } from '../paths.ts';

/** A list of commits fits a terminal, and GitHub shows the whole subject. */
const SUBJECT_LIMIT = 72;
/** Commits up to this one were made before the rule. */
const LAST_UNCHECKED = 'ee78f6639cae';

/** The subjects of all commits since the rule; none in a clone without that history (shallow, or an archive). */
export function readSubjects(): string[] {
  try {
    const range = `${LAST_UNCHECKED}..HEAD`;
    const log = execFileSync('git', ['log', '--format=%s', '--no-merges', range], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return log.split('\n').filter((subject) => subject !== '');
  } catch {
    return [];
  }
}

export function findLongSubjects(subjects: readonly string[]): string[] {
  return subjects.filter((subject) => subject.length >= SUBJECT_LIMIT);
}
