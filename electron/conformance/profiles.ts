/** What a data custodian wants to be certified for: function blocks that it must have, by way of delivery and version. */

export interface Profile {
  id: string;
  name: string;
  /** Blocks that are a must. */
  must: readonly string[];
  /** The pages of the alliance for ESPI 4 ask for more, see rules/newer.ts. */
  newer: boolean;
}

/** One of these is a must as well. */
export const ONE_OF: readonly string[] = ['FB_05', 'FB_10', 'FB_11', 'FB_29'];

const DOWNLOAD = ['FB_01', 'FB_02', 'FB_04', 'FB_30'];
const CONNECT = ['FB_01', 'FB_03', 'FB_04', 'FB_13', 'FB_31', 'FB_37', 'FB_39'];

const VERSIONS = ['3.3', '4.0', '4.1'];

export const PROFILES: readonly Profile[] = VERSIONS.flatMap((version) => {
  const newer = version !== '3.3';
  return [
    { id: `dmd-${version}`, name: `Download My Data, ESPI ${version}`, must: DOWNLOAD, newer },
    { id: `cmd-${version}`, name: `Connect My Data, ESPI ${version}`, must: CONNECT, newer },
  ];
});
