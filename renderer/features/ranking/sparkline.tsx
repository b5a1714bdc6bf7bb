import './ranking.css';

interface SparklineProps {
  parts: readonly (number | null)[];
  label: string;
}

/** A period in bars of equal spans: how it went, and where there is nothing. */
export function Sparkline({ parts, label }: SparklineProps) {
  const most = Math.max(0, ...parts.map((part) => part ?? 0));
  return (
    <svg
      className="ms-sparkline"
      viewBox={`0 0 ${parts.length} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {parts.map((part, index) => {
        const height = part === null ? 20 : most > 0 ? Math.max(1, (Math.max(0, part) / most) * 20) : 1;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            key={index}
            x={index + 0.1}
            y={20 - height}
            width={0.8}
            height={height}
            className={part === null ? 'ms-sparkline-none' : 'ms-sparkline-part'}
          />
        );
      })}
    </svg>
  );
}
