/** A box that takes the remaining height of its column, so that charts are as large as the window allows. */
import './charts.css';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface FillHeightProps {
  /** Its least height, px; below that the page scrolls. */
  least: number;
  /** Draws into a height, px. */
  children: (height: number) => ReactNode;
}

/** Passes its height to its content; the content never makes it higher. */
export function FillHeight({ least, children }: FillHeightProps) {
  const { ref, height } = useElementSize();
  return (
    <div ref={ref} className="ms-fill" style={{ minHeight: least }}>
      {height > 0 ? children(height) : null}
    </div>
  );
}
