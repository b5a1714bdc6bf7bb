/** A place in a column that takes the height that is left, so that pictures are as large as the window allows. */
import './charts.css';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface FillHeightProps {
  /** It is never lower than this, px; what is around it scrolls then. */
  least: number;
  /** Draws into a height, px. */
  children: (height: number) => ReactNode;
}

/** Tells what is drawn in it how high it may be; what is drawn never makes it higher. */
export function FillHeight({ least, children }: FillHeightProps) {
  const { ref, height } = useElementSize();
  return (
    <div ref={ref} className="ms-fill" style={{ minHeight: least }}>
      {height > 0 ? children(height) : null}
    </div>
  );
}
