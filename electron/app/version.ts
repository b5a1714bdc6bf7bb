import packageJson from '../../package.json' with { type: 'json' };

/** Name and version, from package.json. */
export const PROGRAM = { name: packageJson.productName, version: packageJson.version };
