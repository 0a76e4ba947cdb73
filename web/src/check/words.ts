// The texts of a check: progress and summary.

import type { CheckFinding, CheckProgress, LevelCheck } from 'glissando';

const time = (seconds: number): string => `${seconds.toFixed(0)} s`;

const count = (number: number, name: string): string => `${number.toLocaleString('en')} ${name}${number === 1 ? '' : 's'}`;

/** How far a check is. */
export const progressText = (progress: CheckProgress | undefined, seconds: number): string => {
  switch (progress?.stage) {
    case undefined:
      return `Starting, ${time(seconds)}`;
    case 'ground':
      return `Ground map: row ${progress.done} of ${progress.steps}, ${time(seconds)}`;
    case 'moves':
      return `Moves: from ${count(progress.done, 'place')} of at most about ${progress.steps.toLocaleString('en')}, ${time(seconds)}`;
    case 'findings':
      return `Findings, ${time(seconds)}`;
  }
};

/** What a check found, in a sentence or two. */
export const summaryText = ({ findings, summary }: LevelCheck, seconds: number): string => {
  const of = (severity: CheckFinding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [of('error'), of('warning')];
  const found = errors + warnings === 0 ? 'Nothing is wrong' : `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  const places = `${count(summary.reached, 'place')} reached, ${(100 * summary.share).toFixed(0)} % of the ground map`;
  const thinned = summary.isThinned ? ' Some parts were sampled more thinly.' : '';
  return `${found}. ${places}, in ${time(seconds)}.${thinned}`;
};
