/** The name of what adds up, by its key: see `measureKey` in `overview-cells.ts`. */
import { measuredWords } from '#shared/espi/quantities.ts';

/** @param key of readings, or of what is delivered less what is received: `0:72:1`, `0:72:net`; the service is empty where none is said */
export function measureWords(key: string): string {
  const [service = '', , flow = ''] = key.split(':');
  const kind = service === '' ? undefined : Number(service);
  return flow === 'net'
    ? `${measuredWords({}, kind)} delivered less received`
    : measuredWords({ flowDirection: Number(flow) }, kind);
}
