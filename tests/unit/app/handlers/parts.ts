import type { AppParts } from '../../../../electron/app/parts.ts';
import { NO_POLICY } from '../../../../electron/policy/index.ts';

type Deep<T> = { [K in keyof T]?: T[K] extends (...args: never) => unknown ? T[K] : Deep<T[K]> };

/** As much of the core as the handlers under test use; what is missing fails the test that needs it. */
export const partsWith = (parts: Deep<AppParts>): AppParts => ({ policy: NO_POLICY, ...parts }) as AppParts;
