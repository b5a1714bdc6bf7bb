/** A drawn chart as a file: SVG as it is, or PNG at twice the size. Colours are those on the screen. */

const svgSpace = 'http://www.w3.org/2000/svg';
/** The parts of its computed style that a copied element keeps; the page's style sheets are not copied. */
const carried = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
];
/** What is drawn, of whichever kind of chart: plots, and the canvas of a heat map with its labels. */
const drawn = 'svg.ms-plot, svg.recharts-surface, .ms-heat';
/** Under a heat map's cells; see heat-map.css. */
const heatGround = '#f4f5f7';
const lineHeight = 16;

export interface PictureWords {
  /** Written above the charts, cut to their width. */
  caption: readonly string[];
  /** Everything that is known of the data, for programs: in the metadata of the SVG. */
  facts: object;
}

/** All charts of an element, one below the other, under a caption. Undefined when nothing is drawn. */
export function pictureOf(element: Element, { caption, facts }: PictureWords): SVGSVGElement | undefined {
  const charts = [...element.querySelectorAll(drawn)];
  const width = Math.max(...charts.map(({ clientWidth }) => clientWidth));
  if (charts.length === 0 || width === 0) return undefined;
  const captionHeight = lineHeight * caption.length + 12;
  const height = charts.reduce((sum, chart) => sum + chart.clientHeight, captionHeight);
  const root = make('svg', { xmlns: svgSpace, width, height, viewBox: `0 0 ${width} ${height}` });
  root.append(
    make('title', {}, caption[0]),
    make('desc', {}, caption.join('\n')),
    make('metadata', {}, JSON.stringify(facts)),
    make('rect', { width, height, fill: resolved('var(--ms-surface)') }),
    ...caption.map((line, index) => captionLine(line, index, width)),
  );
  let top = captionHeight;
  for (const chart of charts) {
    const group = make('g', { transform: `translate(0 ${top})` });
    if (chart instanceof SVGSVGElement) for (const child of chart.children) group.append(copyWithStyle(child));
    else group.append(...heatMapParts(chart));
    root.append(group);
    top += chart.clientHeight;
  }
  return root;
}

function make<K extends keyof SVGElementTagNameMap>(name: K, attributes: object, text?: string) {
  const element = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

function captionLine(line: string, index: number, width: number): SVGTextElement {
  const size = index === 0 ? 13 : 11;
  // Letters are about half as wide as they are high; what does not fit is in the description.
  const most = Math.floor((width - 20) / (size * 0.52));
  return make(
    'text',
    {
      x: 10,
      y: lineHeight * (index + 1) + 2,
      'font-size': size,
      'font-weight': index === 0 ? 600 : 400,
      'font-family': getComputedStyle(document.body).fontFamily || 'sans-serif',
      fill: resolved(index === 0 ? 'var(--ms-ink)' : 'var(--ms-ink-2)'),
    },
    line.length > most ? `${line.slice(0, most - 1)}…` : line,
  );
}

/** The canvas, a cell a pixel, and the labels around it where they stand. */
function heatMapParts(chart: Element): SVGElement[] {
  const box = chart.getBoundingClientRect();
  const placeOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left - box.left, y: top - box.top, width, height };
  };
  const canvases = [...chart.querySelectorAll('canvas')].flatMap((canvas) => {
    const place = { ...placeOf(canvas), preserveAspectRatio: 'none' };
    return [
      make('rect', { ...place, fill: heatGround }),
      make('image', { ...place, 'image-rendering': 'pixelated', href: canvas.toDataURL() }),
    ];
  });
  const labels = [...chart.querySelectorAll('span')].map((label) => {
    const { x, y, height } = placeOf(label);
    const style = getComputedStyle(label);
    const look = { 'font-size': style.fontSize, 'font-family': style.fontFamily, fill: style.color };
    return make('text', { x, y: y + height * 0.75, ...look }, label.textContent ?? '');
  });
  return [...canvases, ...labels];
}

/** A colour of the page as plain text, whatever variable or scheme it comes from. */
function resolved(color: string): string {
  const probe = document.createElement('span');
  probe.style.color = color;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

function copyWithStyle(element: Element): Element {
  const copy = element.cloneNode(false) as Element; // a clone of an element is one
  const style = getComputedStyle(element);
  for (const name of carried) {
    const value = style.getPropertyValue(name);
    if (value !== '') copy.setAttribute(name, value);
  }
  for (const child of element.childNodes) {
    copy.append(child instanceof Element ? copyWithStyle(child) : child.cloneNode(true));
  }
  return copy;
}

/** The picture as the bytes of a file. */
export async function pictureFile(picture: SVGSVGElement, format: 'svg' | 'png'): Promise<Blob> {
  const svg = new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
  return format === 'svg' ? svg : await toPng(svg, picture);
}

async function toPng(svg: Blob, picture: SVGSVGElement): Promise<Blob> {
  const scale = 2;
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Number(picture.getAttribute('width')) * scale;
    canvas.height = Number(picture.getAttribute('height')) * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
