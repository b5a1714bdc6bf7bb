/** The events of one workspace: its log, its receiver and its poller, started and stopped by the settings. */
import type { EventSettings } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import { EventLog } from './event-log.ts';
import { newToken, type SettingsStore } from './event-settings.ts';
import { Polling, type PollResult } from './polling/polling.ts';
import { ServiceQuestions } from './polling/service-questions.ts';
import type { EventsApi, EventsPorts } from './ports.ts';
import { EndpointBench } from './receiving/endpoint-bench.ts';
import { Forwarding } from './receiving/forwarding.ts';
import { probeReceiver } from './receiving/probe.ts';
import { Receiving } from './receiving/receiving.ts';

/** What a workspace with a service has beside its receiver. */
interface ServiceSide {
  polling: Polling;
  questions: ServiceQuestions;
}

export class WorkspaceEvents {
  readonly log: EventLog;
  readonly receiving: Receiving;
  readonly forwarding: Forwarding;
  readonly endpointBench: EndpointBench;
  readonly #ports: EventsPorts;
  readonly #service: ServiceSide | undefined;

  private constructor(log: EventLog, ports: EventsPorts) {
    this.log = log;
    this.receiving = new Receiving(log);
    this.forwarding = new Forwarding(log, ports.post);
    this.endpointBench = new EndpointBench(log, ports.post);
    this.#ports = ports;
    const api = ports.api(log.workspace);
    this.#service = api && this.#serviceSide(api);
  }

  /** Reads settings and past, and starts what is switched on. */
  static async open(id: string, ports: EventsPorts, store: SettingsStore): Promise<WorkspaceEvents> {
    const events = new WorkspaceEvents(await EventLog.open(id, ports, store), ports);
    await events.#startReceiver();
    events.#service?.polling.start();
    return events;
  }

  /** Keeps new settings and acts on what they change. @throws AppError where nothing may be forwarded to their address */
  async setSettings(settings: EventSettings): Promise<void> {
    if (settings.forward.enabled) this.forwarding.check(settings.forward.url);
    const before = this.log.settings.receiver;
    await this.log.save({ settings });
    const { receiver } = settings;
    if (receiver.enabled !== before.enabled || receiver.port !== before.port || this.receiving.state === 'failed') {
      await this.receiving.stop();
      await this.#startReceiver();
    }
    this.#service?.polling.hurry();
  }

  /** Gives the receiver a new path; the old one answers no more. */
  async renewAddress(): Promise<void> {
    await this.log.save({ token: newToken() });
    await this.receiving.stop();
    await this.#startReceiver();
  }

  /** The program stood still: polls at once for what happened meanwhile. */
  woke(wokeAt: number, lastedMs: number): void {
    this.log.facts.set({ sleep: { wokeAt, lastedMs } });
    this.log.info('The program stood still', { lastedMs });
    this.#service?.polling.hurry();
  }

  /** Polls at once: meanwhile nothing could be asked. */
  networkIsBack(): void {
    this.#service?.polling.hurry();
  }

  async pollNow(): Promise<PollResult> {
    return await this.#needService().polling.poll();
  }

  /** Asks for one event and keeps the answer; `isSame` is false where that is another event. */
  async lookup(uid: string, signal: AbortSignal): Promise<{ fresh: boolean; isSame: boolean }> {
    return await this.#needService().questions.lookup(uid, signal);
  }

  /** Marks each event as delivered at the service, and says how that went. */
  async markDelivered(
    uids: readonly string[],
    signal: AbortSignal,
  ): Promise<{ uid: string; ok: boolean; error?: string }[]> {
    const { questions, polling } = this.#needService();
    const results = await questions.markDelivered(uids, signal);
    polling.hurry();
    return results;
  }

  /** Ends everything; deliveries under way still get their answer. */
  async close(): Promise<void> {
    const { polling, questions } = this.#service ?? {};
    await Promise.all([this.receiving.stop(), polling?.stop(), questions?.confirming.stop()]);
    this.endpointBench.close();
    await this.forwarding.close();
    await this.log.close();
  }

  #serviceSide(api: EventsApi): ServiceSide {
    const { log } = this;
    const questions = new ServiceQuestions(log, api);
    const polling = new Polling(log, api, async () => {
      await this.#probe();
      // After a poll that failed, a 404 says more about the address than about an event.
      if (log.facts.get().poll.lastError === undefined) questions.confirming.begin();
    });
    return { polling, questions };
  }

  #needService(): ServiceSide {
    if (this.#service !== undefined) return this.#service;
    throw new AppError({
      code: 'no_service',
      message: 'This workspace has no service that could be asked for events.',
      action: 'Choose a workspace that is connected to a service.',
    });
  }

  async #startReceiver(): Promise<void> {
    const { log, receiving } = this;
    await log.secret().catch(() => undefined);
    if (log.settings.receiver.enabled) await receiving.start();
    const { port } = receiving;
    if (port !== undefined && port !== log.address.lastPort) await log.save({ lastPort: port });
    // Not waited for: the service may call the receiver before it answers.
    this.#ports.addressed(log.workspace, receiving.view().addresses).catch((error: unknown) => {
      log.warn('The address of the receiver could not be announced', { error: String(error) });
    });
  }

  async #probe(): Promise<void> {
    const { log } = this;
    await log.secret().catch(() => undefined);
    const result = await probeReceiver(this.receiving, log.settings.receiver.headerPrefix, this.#ports.post);
    log.facts.set({ probe: result && { at: log.clock.now(), ...result } });
  }
}
