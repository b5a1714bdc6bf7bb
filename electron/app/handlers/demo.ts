import { z } from 'zod';
import type { ArmedFault, DemoFault, DemoState, demoCalls } from '#shared/contract/demo.ts';
import { AppError } from '#shared/errors.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import { askControl, demoLine } from '../demo-control.ts';
import type { AppParts } from '../parts.ts';

/** The balance with which the service starts. */
const FIRST_BALANCE = 0;

const controlFault = z.looseObject({
  id: z.number(),
  path: z.string(),
  method: z.string().optional(),
  status: z.number().optional(),
  retry_after_s: z.number().optional(),
  body: z.enum(['html', 'json', 'none']).optional(),
  delay_ms: z.number().optional(),
  cut: z.union([z.boolean(), z.number()]).optional(),
  times: z.number().optional(),
  left: z.number().nullable(),
});

/** What `GET {control_url}` says of the state. */
const controlState = z.looseObject({
  now: z.iso.datetime({ offset: true }),
  balance: z.number(),
  unpaid_meter_uid: z.string(),
  faults: z.array(controlFault),
  spent_faults: z.array(controlFault),
  limits: z.looseObject({ requests: z.number(), per_s: z.number() }).nullable(),
  quirks: z.array(z.string()),
  all_quirks: z.record(z.string(), z.string()),
});

/** Steers the embedded service of the demo. No other workspace has such a service. */
export function demoHandlers({ connections, http, topics }: AppParts): CoreHandlers<typeof demoCalls> {
  const controlOf = async (workspace: string) => (await demoLine(connections, workspace)).control_url;
  const act = async (workspace: string, ...steps: (readonly ['POST' | 'PUT' | 'DELETE', string, object?])[]) => {
    const url = await controlOf(workspace);
    try {
      for (const [method, path, body] of steps) await askControl(url, method, path, body && { ...body });
    } finally {
      topics.publish('demo.changed', {});
    }
  };
  return {
    'demo.state': async ({ workspace }) => stateOf(await askControl(await controlOf(workspace), 'GET')),
    'demo.arm': ({ workspace, fault }) => act(workspace, ['POST', '/faults', faultBody(fault)]),
    'demo.disarm': ({ workspace, id }) => act(workspace, ['DELETE', `/faults/${id}`]),
    'demo.setRate': ({ workspace, rate }) =>
      act(
        workspace,
        rate ? ['PUT', '/limits', { requests: rate.requests, per_s: rate.perSeconds }] : ['DELETE', '/limits'],
      ),
    'demo.advance': ({ workspace, seconds }) => act(workspace, ['POST', '/clock', { advance_s: seconds }]),
    'demo.setBalance': ({ workspace, balance }) => act(workspace, ['PUT', '/balance', { balance }]),
    'demo.setQuirks': ({ workspace, on }) => act(workspace, ['PUT', '/quirks', { quirks: on.join(',') }]),
    'demo.reset': async ({ workspace }) => {
      await act(
        workspace,
        ['DELETE', '/faults'],
        ['DELETE', '/limits'],
        ['PUT', '/quirks', { quirks: 'none' }],
        ['PUT', '/balance', { balance: FIRST_BALANCE }],
      );
      // What still waits because of a fault would wait for nothing.
      for (const wait of http.waits.list()) if (wait.workspace === workspace) http.waits.askNow(wait.id);
    },
  };
}

/** @throws AppError `demo_control_failed` for an answer that is none of the control API */
function stateOf(answer: unknown): DemoState {
  const { data, success, error } = controlState.safeParse(answer);
  if (!success) {
    throw new AppError(
      {
        code: 'demo_control_failed',
        message: 'The embedded service does not say how it is set up.',
        action:
          'Restart the program. If it happens again, save a support bundle under Settings, Privacy, and report it.',
      },
      { cause: error },
    );
  }
  return {
    now: Date.parse(data.now),
    balance: data.balance,
    paidMeter: data.unpaid_meter_uid,
    faults: data.faults.map(armedFault),
    spent: data.spent_faults.map(armedFault),
    rate: data.limits ? { requests: data.limits.requests, perSeconds: data.limits.per_s } : undefined,
    quirks: Object.entries(data.all_quirks).map(([name, meaning]) => ({
      name,
      meaning,
      on: data.quirks.includes(name),
    })),
  };
}

function armedFault(fault: z.infer<typeof controlFault>): ArmedFault {
  const { id, path, method, status, delay_ms, retry_after_s, body, cut, times, left } = fault;
  return {
    id,
    path,
    method,
    status,
    retryAfterSeconds: retry_after_s,
    body: body === 'none' ? undefined : body,
    delayMs: delay_ms,
    cut: cut === undefined ? undefined : cut !== false,
    times,
    left: left ?? undefined,
  };
}

function faultBody({ path, status, retryAfterSeconds, body, delayMs, cut, times }: DemoFault) {
  return { path, status, retry_after_s: retryAfterSeconds, body, delay_ms: delayMs, cut, times };
}
