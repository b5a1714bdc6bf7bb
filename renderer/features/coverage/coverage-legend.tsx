/** What the colours of the strips mean. */
const colors = [
  { name: 'there', color: 'color-mix(in srgb, var(--ms-accent) 75%, var(--ms-surface))', label: 'covered' },
  { name: 'estimated', color: 'var(--ms-estimated)', label: 'estimated' },
  { name: 'missing', color: 'var(--ms-bad)', label: 'missing' },
  { name: 'wanted', color: 'var(--ms-series-5)', label: 'being collected' },
  { name: 'none', color: 'var(--ms-gap)', label: 'before or after the meter’s data' },
];

export function CoverageLegend() {
  return (
    <div className="ms-strip-legend">
      {colors.map(({ name, color, label }) => (
        <span key={name}>
          <i className="ms-swatch" style={{ background: color }} />
          {label}
        </span>
      ))}
    </div>
  );
}
