/** A measure with its total and what that is made of; chosen by a click. */
import type { OverviewMeasure } from '#shared/contract/overview.ts';
import { coverWords, demandScale, metersWords, totalWords } from './figure-words.ts';

interface MeasureCardProps {
  measure: OverviewMeasure;
  chosen: boolean;
  onChoose: () => void;
}

export function MeasureCard({ measure, chosen, onChoose }: MeasureCardProps) {
  return (
    <button type="button" className="ms-measure" aria-pressed={chosen} data-measure={measure.key} onClick={onChoose}>
      <span>{measure.label}</span>
      <strong>{totalWords(measure)}</strong>
      <small>{metersWords(measure)}</small>
      <small>{coverWords(measure, measure.unit === undefined)}</small>
      <PeakWords measure={measure} />
    </button>
  );
}

function PeakWords({ measure }: { measure: OverviewMeasure }) {
  const { peak, base } = measure;
  if (peak === undefined) return null;
  const scale = demandScale(measure, [peak.value, base]);
  return (
    <small>
      peak of a meter {scale.format(peak.value)} {scale.unit}
    </small>
  );
}
