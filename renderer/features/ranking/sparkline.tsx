import './ranking.css';

interface SparklineProps {
  parts: readonly (number | null)[];
  label: string;
}

/** Of the picture, in its own units. */
const height = 20;

/** A period in bars of equal spans: how it went, up and down from 0, and where there is nothing. */
export function Sparkline({ parts, label }: SparklineProps) {
  const known = parts.map((part) => part ?? 0);
  const most = Math.max(0, ...known);
  const span = most - Math.min(0, ...known);
  const zero = span > 0 ? (most / span) * height : height;
  /** Top and height of a bar: one unit at least, so that it can be seen, and inside of the picture. */
  const place = (part: number) => {
    const size = Math.max(1, span > 0 ? (Math.abs(part) / span) * height : 0);
    return { y: part < 0 ? Math.min(zero, height - size) : Math.max(0, zero - size), height: size };
  };
  return (
    <svg
      className="ms-sparkline"
      viewBox={`0 0 ${parts.length} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {parts.map((part, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          key={index}
          x={index + 0.1}
          width={0.8}
          {...(part === null ? { y: 0, height } : place(part))}
          className={part === null ? 'ms-sparkline-none' : 'ms-sparkline-part'}
        />
      ))}
    </svg>
  );
}
