/** Reads the functions and triggers in `prisma/sql`, the comments above them, and the test that a comment names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

export interface Test {
  spec: string;
  title: string;
}

const FUNCTION = /^((?:-- .*\n)*)CREATE OR REPLACE FUNCTION (\w+)([^$]*)\$\$/gm;
const TRIGGER =
  /^((?:-- .*\n)*)CREATE OR REPLACE TRIGGER (\w+)\s+(\w+ [^;]+?) ON (\w+)\s+FOR EACH ROW (?:WHEN \((.+)\) )?EXECUTE FUNCTION (\w+)\(\);/gm;
const TEST = /^-- Red without it: (\S+), "(.+)"\n/m;

export function readSql() {
  const folder = join(ROOT, 'prisma', 'sql');
  const sql = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  return {
    functions: [...sql.matchAll(FUNCTION)].map(([, comment = '', name = '', head = '']) => {
      const [line = '', spec, title] = TEST.exec(comment) ?? [];
      return {
        name,
        comment: inOneLine(comment.replace(line, '')),
        test: spec && title ? { spec, title } : undefined,
        hasOwnersRights: head.includes('SECURITY DEFINER'),
      };
    }),
    triggers: [...sql.matchAll(TRIGGER)].map(
      ([, comment = '', name = '', when = '', table = '', condition, functionName = '']) => ({
        table,
        name,
        moment: condition ? `${when} WHEN ${condition}` : when,
        functionName,
        comment: inOneLine(comment),
      }),
    ),
  };
}

const inOneLine = (comment: string): string => comment.replace(/^-- /gm, '').trim().replaceAll('\n', ' ');
