/** Files and links that the system hands over by events: kept until the program is up, then followed as they come. */
import type { LaunchRequest } from './launch-request.ts';

export class EarlyRequests {
  readonly #early: LaunchRequest[] = [];
  #follow: ((request: LaunchRequest) => void) | undefined;

  /** Follows a request, or keeps it for {@link begin}. */
  take(request: LaunchRequest): void {
    if (this.#follow) this.#follow(request);
    else this.#early.push(request);
  }

  /**
   * The program is up from now on.
   * @param asked what its command line asks for
   * @param follow does what a later request asks for
   * @returns what it shall begin with: all files in the order in which they came, and the first address
   */
  begin(asked: LaunchRequest, follow: (request: LaunchRequest) => void): LaunchRequest {
    this.#follow = follow;
    const all = [asked, ...this.#early.splice(0)];
    return {
      files: all.flatMap(({ files }) => files),
      route: all.find(({ route }) => route !== undefined)?.route,
    };
  }
}
