/** Server-sent events read with fetch: EventSource cannot send the header that holds the session's key. */

interface EventStreamOptions {
  /** Asks for the stream; called again after it was lost. */
  connect: () => Promise<Response>;
  onEvent: (name: string, data: string) => void;
  /** Called when the stream opened, and when it could not be opened or was lost. */
  onConnection: (connected: boolean) => void;
  /** Before the next try, milliseconds. */
  retryMs?: number;
}

/** Opens the stream and keeps it open for as long as the page lives. @returns settles when the first try has an end */
export function openEventStream(options: EventStreamOptions): Promise<void> {
  const { onConnection, retryMs = 2_000 } = options;
  return new Promise((tried) => {
    const run = async (): Promise<void> => {
      for (;;) {
        await readStream(options, tried).catch(() => undefined);
        onConnection(false);
        tried();
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    };
    void run();
  });
}

async function readStream({ connect, onEvent, onConnection }: EventStreamOptions, opened: () => void): Promise<void> {
  const { ok, body } = await connect();
  if (!ok || body === null) return;
  onConnection(true);
  opened();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) dispatch(event, onEvent);
  }
}

/** One event as the browser host writes it: a line with its name, then lines of data. */
function dispatch(event: string, onEvent: EventStreamOptions['onEvent']): void {
  let name = 'message';
  const data: string[] = [];
  for (const line of event.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  onEvent(name, data.join('\n'));
}
