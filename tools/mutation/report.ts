/** What is read of a report, see https://github.com/stryker-mutator/mutation-testing-elements (report schema). */
export interface MutationReport {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  static?: boolean;
  location: { start: Place; end: Place };
}

interface Place {
  line: number;
  column: number;
}

export interface Figures {
  killed: number;
  /** Among the killed: those whose tests came to no end. A slow machine may have done that. */
  timedOut: number;
  /** Noticed by no test: neither by one that reaches it nor because none does. */
  survived: number;
  /** Left out of the percentage: what could not run at all proves nothing. */
  broken: number;
}

const TIMED_OUT = ['Timeout'];
const KILLED = ['Killed', ...TIMED_OUT];
const SURVIVED = ['Survived', 'NoCoverage'];
const LONGEST_EXCERPT = 100;

/** A line of figures for each file and for all of them, then each mutant that no test noticed. */
export function describeReport({ files }: MutationReport): { figures: Figures; lines: string[] } {
  const figures = count(Object.values(files).flatMap(({ mutants }) => mutants));
  const table = Object.entries(files).map(([name, { mutants }]) => `  ${toLine(count(mutants))}  ${name}`);
  const list = (statuses: string[]) =>
    Object.entries(files).flatMap(([name, { source, mutants }]) =>
      mutants
        .filter(({ status }) => statuses.includes(status))
        .map((mutant) => `  ${describeMutant(name, source, mutant)}`),
    );
  return {
    figures,
    lines: [
      ...table,
      `  ${toLine(figures)}  all`,
      ...under('What made tests run for ever:', list(TIMED_OUT)),
      ...under('What no test notices:', list(SURVIVED)),
    ],
  };
}

/** Of 100 mutants that ran, how many a test noticed. */
export function percentOf({ killed, survived }: Figures): number {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
}

function count(mutants: Mutant[]): Figures {
  const number = (statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = number(KILLED);
  const survived = number(SURVIVED);
  const ignored = number(['Ignored']);
  return {
    killed,
    timedOut: number(TIMED_OUT),
    survived,
    broken: mutants.length - killed - survived - ignored,
  };
}

function under(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function toLine(figures: Figures): string {
  const { killed, timedOut, survived, broken } = figures;
  const cells = [`${percentOf(figures).toFixed(1)} %`, `${killed} killed`, `${survived} survived`];
  return [...cells, ...(timedOut ? [`${timedOut} timed out`] : []), ...(broken ? [`${broken} broken`] : [])]
    .map((cell) => cell.padStart(12))
    .join('');
}

function describeMutant(name: string, source: string, mutant: Mutant): string {
  const { location, replacement = '', status, mutatorName } = mutant;
  const notes = [status === 'NoCoverage' && 'no test reaches it', mutant.static && 'runs while loading'];
  const said = notes.filter(Boolean).join(', ');
  return [
    `${name}:${location.start.line}:${location.start.column}`,
    `${excerpt(cut(source, location))} -> ${excerpt(replacement)}`,
    `(${mutatorName}${said && `, ${said}`})`,
  ].join('  ');
}

function cut(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n');
}

function excerpt(code: string): string {
  const flat = code.replaceAll(/\s+/g, ' ');
  return flat.length <= LONGEST_EXCERPT ? flat : `${flat.slice(0, LONGEST_EXCERPT)} …`;
}
