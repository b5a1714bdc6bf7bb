/** Feeds that are too large to be answered at once: 202 with Retry-After until a build time has passed (section 4.1). */
import type { Clock, Millis } from '../world/types.ts';

export interface BuildSettings {
  /** Estimated readings above which an answer is built first; Infinity switches 202 off. */
  readonly threshold: number;
  /** How long a build takes, milliseconds of real or of simulated time, whichever passes first. */
  readonly buildMs: number;
}

/** Two demo authorizations (four commercial meters; a solar roof's three flows) are above it, single houses below. */
export const DEFAULT_BUILDS: BuildSettings = { threshold: 250_000, buildMs: 1_500 };

interface Build {
  readonly readyAtWall: number;
  readonly readyAt: Millis;
}

/** Remembered builds; beyond it the oldest is forgotten and would be built again. */
const LIMIT = 2_000;

export class Builds {
  readonly #settings: BuildSettings;
  readonly #clock: Clock;
  readonly #wall: () => number;
  readonly #started = new Map<string, Build>();

  constructor(settings: BuildSettings, clock: Clock, wall: () => number = () => performance.now()) {
    this.#settings = settings;
    this.#clock = clock;
    this.#wall = wall;
  }

  /**
   * Seconds to wait before this answer is there, 0 when it is. The first call for `key` starts the build;
   * `key` must change with what the answer holds.
   */
  waitFor(key: string, readings: number): number {
    if (readings <= this.#settings.threshold) return 0;
    let build = this.#started.get(key);
    if (!build) {
      build = {
        readyAtWall: this.#wall() + this.#settings.buildMs,
        readyAt: this.#clock.now() + this.#settings.buildMs,
      };
      if (this.#started.size >= LIMIT) this.#started.delete(this.#started.keys().next().value ?? '');
      this.#started.set(key, build);
    }
    const left = Math.min(build.readyAtWall - this.#wall(), build.readyAt - this.#clock.now());
    return left <= 0 ? 0 : Math.max(1, Math.ceil(left / 1000));
  }
}
