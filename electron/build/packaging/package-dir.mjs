/**
 * `npm run package:dir`: the unpacked program for this machine in release/, then a list of what is inside and how big it is.
 * Uses the runtime of ELECTRON_OVERRIDE_DIST_PATH where that is set (no download), else the `electron` package's own.
 * Options after `--` go to electron-builder, e.g. `-- -c.directories.output=/somewhere`.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile, listPackage } from '@electron/asar';
import { build, Platform } from 'electron-builder';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const require = createRequire(path.join(root, 'package.json'));
const output = outputFolder(process.argv.slice(2));

if (!existsSync(path.join(root, require('./package.json').main))) {
  console.error('The program is not built. Run `npm run build` first.');
  process.exit(1);
}
const electronDist =
  process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(path.dirname(require.resolve('electron/package.json')), 'dist');
if (!existsSync(electronDist)) {
  console.error('No Electron runtime was found. Run `npx install-electron`, or set ELECTRON_OVERRIDE_DIST_PATH.');
  process.exit(1);
}
const electronVersion = readFileSync(path.join(electronDist, 'version'), 'utf8').trim().replace(/^v/, '');

await build({
  projectDir: root,
  targets: Platform.current().createTarget('dir'),
  publish: 'never',
  config: {
    extends: path.join(root, 'electron-builder.yml'),
    electronDist,
    electronVersion,
    directories: { output, buildResources: 'electron/build/packaging' },
    // Unsigned: it never leaves this machine.
    mac: { identity: null, notarize: false },
  },
});
// A runtime's own starter of unpackaged programs; the fuses make the packaged one ignore it, and nobody needs it.
rmSync(path.join(resourcesFolder(output), 'app'), { recursive: true, force: true });
report(resourcesFolder(output));

function outputFolder(args) {
  const at = args.indexOf('--output');
  return at >= 0 && args[at + 1] ? path.resolve(args[at + 1]) : path.join(root, 'release');
}

function resourcesFolder(folder) {
  const [unpacked] = readdirSync(folder).filter((name) => /unpacked|^mac/.test(name));
  const base = path.join(folder, unpacked);
  return process.platform === 'darwin'
    ? path.join(base, 'Meterscope.app/Contents/Resources')
    : path.join(base, 'resources');
}

/** Each top folder of the archive with its size: what should not be inside shows at once. */
function report(resources) {
  const asar = path.join(resources, 'app.asar');
  const sizes = new Map();
  for (const file of listPackage(asar, { isPack: false })) {
    const name = file.replace(/^[\\/]/, '').replaceAll('\\', '/');
    const [bytes, place] = sizeOf(asar, resources, name);
    if (bytes === undefined) continue;
    const parts = name.split('/');
    const group = `${parts.slice(0, parts[0] === 'node_modules' ? 3 : 2).join('/')}${place}`;
    sizes.set(group, (sizes.get(group) ?? 0) + bytes);
  }
  console.log(`\nInside ${path.relative(root, asar)}:`);
  for (const [name, bytes] of [...sizes].sort((a, b) => b[1] - a[1])) console.log(`${megabytes(bytes)}  ${name}`);
  const whole = folderBytes(path.dirname(resources));
  console.log(`${megabytes(whole)}  the whole program with its Electron ${electronVersion} runtime`);
}

function sizeOf(asar, resources, name) {
  const unpacked = path.join(resources, 'app.asar.unpacked', name);
  if (existsSync(unpacked))
    return statSync(unpacked).isFile() ? [statSync(unpacked).size, ' (unpacked)'] : [undefined, ''];
  try {
    return [extractFile(asar, name).length, ''];
  } catch {
    return [undefined, '']; // a folder
  }
}

function folderBytes(folder) {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) sum += statSync(path.join(entry.parentPath, entry.name)).size;
  }
  return sum;
}

function megabytes(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(1).padStart(8)} MB`;
}
