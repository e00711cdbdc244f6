type Verdict = 'moonshot' | 'pass' | 'MISSED' | '-';

export type Line = { what: string; figure: string; pass: string; moonshot: string; verdict: Verdict };

export function judge(
  what: string,
  value: number,
  goal: { atLeast: [number, number] } | { atMost: [number, number] },
  write: (value: number) => string,
  detail = '',
): Line {
  const isAtLeast = 'atLeast' in goal;
  const [pass, moonshot] = isAtLeast ? goal.atLeast : goal.atMost;
  const isMet = (limit: number): boolean => (isAtLeast ? value >= limit : value <= limit);
  const sign = isAtLeast ? '≥' : '≤';
  return {
    what,
    figure: `${write(value)}${detail && ` (${detail})`}`,
    pass: `${sign} ${write(pass)}`,
    moonshot: `${sign} ${write(moonshot)}`,
    verdict: isMet(moonshot) ? 'moonshot' : isMet(pass) ? 'pass' : 'MISSED',
  };
}

export function figureRow(what: string, figure: string): Line {
  return { what, figure, pass: '', moonshot: '', verdict: '-' };
}

export function writeTable(lines: Line[]): string {
  const rows = [
    ['what', 'figure', 'pass', 'moonshot', 'verdict'],
    ...lines.map(({ what, figure, pass, moonshot, verdict }) => [what, figure, pass, moonshot, verdict]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const write = (row: string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = [], ...body] = rows;
  return [write(head), rule, ...body.map(write)].join('\n');
}
