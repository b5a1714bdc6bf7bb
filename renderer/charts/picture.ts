/** A drawn chart as a file: SVG as it is, or PNG at twice the size. Colours are those on the screen. */

const svgSpace = 'http://www.w3.org/2000/svg';
/** What a copied element needs of its computed style, as nothing else of the page goes along. */
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

/** All charts of an element, one below the other, under a caption. Undefined when nothing is drawn. */
export function pictureOf(element: Element, caption: readonly string[]): SVGSVGElement | undefined {
  const charts = [...element.querySelectorAll<SVGSVGElement>('svg.recharts-surface')];
  const first = charts[0];
  if (!first) return undefined;
  const width = first.clientWidth;
  const captionHeight = 18 * caption.length + 8;
  const height = charts.reduce((sum, chart) => sum + chart.clientHeight, captionHeight);
  const page = getComputedStyle(document.body);
  const root = document.createElementNS(svgSpace, 'svg');
  root.setAttribute('xmlns', svgSpace);
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const ground = document.createElementNS(svgSpace, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', resolved('var(--ms-surface)'));
  root.append(ground);
  for (const [index, line] of caption.entries()) {
    const text = document.createElementNS(svgSpace, 'text');
    text.setAttribute('x', '10');
    text.setAttribute('y', String(18 * (index + 1)));
    text.setAttribute('font-size', index === 0 ? '13' : '11');
    text.setAttribute('font-family', page.fontFamily || 'sans-serif');
    text.setAttribute('fill', resolved('var(--ms-ink)'));
    text.textContent = line;
    root.append(text);
  }
  let top = captionHeight;
  for (const chart of charts) {
    const group = document.createElementNS(svgSpace, 'g');
    group.setAttribute('transform', `translate(0 ${top})`);
    for (const child of chart.children) group.append(copyWithStyle(child));
    root.append(group);
    top += chart.clientHeight;
  }
  return root;
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

/** Saves a picture through the browser's own download. */
export async function savePicture(picture: SVGSVGElement, name: string, format: 'svg' | 'png'): Promise<void> {
  const svg = new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
  saveBlob(format === 'svg' ? svg : await toPng(svg, picture), `${name}.${format}`);
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

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has taken its own hold of the data by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
