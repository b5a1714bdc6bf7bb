/** What the areas of the core are built from. */
import type { Connections, OAuthFlows, ProgramSettingsFile } from '../connections/index.ts';
import type { EngineClient } from '../engine/index.ts';
import type { Host } from '../host/index.ts';
import type { HttpClient } from '../http/index.ts';
import type { JobRunner } from '../jobs/index.ts';
import type { Ways } from '../network/index.ts';
import type { Policy } from '../policy/index.ts';
import type { TopicHub } from '../rpc/index.ts';
import type { DataFolder } from './data-folder/data-folder.ts';
import type { DemoService } from './demo-service.ts';
import type { HandedOut } from './handed-out.ts';
import type { Log } from './log.ts';
import type { Start } from './start/start.ts';
import type { Written } from './written.ts';

export interface BaseParts {
  host: Host;
  dataFolder: DataFolder;
  log: Log;
  topics: TopicHub;
  engine: EngineClient;
  connections: Connections;
  oauth: OAuthFlows;
  policy: Policy;
  programSettings: ProgramSettingsFile;
  demo: DemoService;
  ways: Ways;
  http: HttpClient;
  jobs: JobRunner;
  /** Epoch milliseconds at which the core began to start. */
  startedAt: number;
  start: Start;
  /**
   * Resolves once a window shows the data of an earlier start, at once where there is none. What takes the engine or half
   * the machine (the embedded service, a sync) waits for it.
   */
  shown: Promise<void>;
  written: Written;
  handedOut: HandedOut;
}
