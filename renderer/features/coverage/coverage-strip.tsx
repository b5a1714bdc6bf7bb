import './coverage-strip.css';
import { formatShare } from '../../ui/format.ts';

/** How much of the expected readings is there, and how much of that is estimated; a bar with its number. */
export function CoverageStrip({
  coverage,
  estimated,
}: {
  coverage: number | undefined;
  estimated: number | undefined;
}) {
  if (coverage === undefined) return null;
  const guessed = Math.min(coverage, (estimated ?? 0) * coverage);
  return (
    <span className="ms-coverage">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100} height={8} className="ms-coverage-missing" />
        <rect width={(coverage - guessed) * 100} height={8} className="ms-coverage-there" />
        <rect x={(coverage - guessed) * 100} width={guessed * 100} height={8} className="ms-coverage-estimated" />
      </svg>
      <span className="ms-num">{formatShare(coverage)}</span>
    </span>
  );
}
