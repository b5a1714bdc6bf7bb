/** The watch on clients that talk to the demo's embedded service, which it keeps itself. */
import { z } from 'zod';
import type { ClientWatch } from '#shared/contract/service-check.ts';
import type { RowsReport } from '../../common/rows/report.ts';
import { type ReportFormat, serviceReport, serviceResult } from '../../conformance/service/index.ts';
import type { BaseParts } from '../base-parts.ts';
import { askControl, demoLine } from '../demo-control.ts';
import { PROGRAM } from '../version.ts';

type Parts = Pick<BaseParts, 'connections' | 'topics'>;

/** Beginning of this program's own User-Agent: the demo's requests are not a client's of others. */
const OWN_AGENT = 'Meterscope/';

const verdict = z.enum(['pass', 'fail', 'not_applicable', 'not_checkable']);
const request = z.string().nullable();
/** As the simulator answers it; a service of another version may know more. */
const watchAnswer = z.object({
  on: z.boolean(),
  report: z.object({
    file: z.string(),
    ok: z.boolean(),
    error: z.null(),
    blocks: z.array(
      z.object({
        id: z.string(),
        claimed: z.boolean(),
        implied: z.boolean(),
        verdict,
        looked: z.number(),
        of: z.number(),
      }),
    ),
    tests: z.array(
      z.object({
        id: z.string(),
        block: z.string(),
        requirement: z.string(),
        verdict,
        contexts: z.number(),
        failed: z.number(),
        expected: z.string(),
        came: z.string(),
        cure: z.string(),
        failures: z.array(z.object({ entry: z.number(), line: z.number(), message: z.string(), request })),
        looks: z.array(z.object({ right: z.boolean(), came: z.string(), request })),
      }),
    ),
    notes: z.array(
      z.object({
        severity: z.enum(['fail', 'warning', 'hint', 'note']),
        test: z.string().nullable(),
        entry: z.number(),
        line: z.number(),
        message: z.string(),
      }),
    ),
  }),
});

/** @throws AppError `demo_only`, `demo_control_failed` */
export async function clientWatch(parts: Parts, workspace: string): Promise<ClientWatch> {
  const line = await demoLine(parts.connections, workspace);
  const { on, report } = await watched(line.control_url);
  return {
    on,
    places: [
      { name: 'Green Button API', value: line.espi_base },
      { name: 'JSON API', value: line.api_base },
      { name: 'Authorization endpoint', value: line.authorization_endpoint },
      { name: 'Token endpoint', value: line.token_endpoint },
      { name: 'client_id', value: line.client_id },
      { name: 'redirect_uri', value: line.redirect_uri },
    ],
    result: serviceResult(report),
  };
}

/** Begins afresh, or ends it. @throws AppError as {@link clientWatch} */
export async function setClientWatch({ connections, topics }: Parts, workspace: string, on: boolean): Promise<void> {
  const { control_url: control } = await demoLine(connections, workspace);
  await askControl(control, 'PUT', '/watch', { on, ...(on ? { ignore: [OWN_AGENT] } : {}) });
  topics.publish('demo.changed', {});
}

/** @throws AppError as {@link clientWatch} */
export async function clientWatchReport(
  { connections }: Parts,
  workspace: string,
  format: ReportFormat,
): Promise<string> {
  const { control_url: control } = await demoLine(connections, workspace);
  const { report } = await watched(control);
  return serviceReport(report, format, 'what was seen of', `Meterscope ${PROGRAM.version}`);
}

async function watched(control: string): Promise<{ on: boolean; report: RowsReport }> {
  return watchAnswer.parse(await askControl(control, 'GET', '/watch'));
}
