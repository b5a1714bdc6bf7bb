/**
 * Chromium's switches that would hand the window, or a process of the program, to another program. The packaged program takes
 * them away before Chromium acts on them, and says so; Node's own (`--inspect` and the like) are off by its fuses.
 */
export const REFUSED_SWITCHES = [
  // Lets any program of this computer drive the page.
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
  // Run something of their own in, or in place of, a process of the program.
  'js-flags',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'load-extension',
  // Take away what keeps pages apart.
  'disable-web-security',
  'allow-file-access-from-files',
  'disable-site-isolation-trials',
  'single-process',
] as const;

/** As much of Electron's command line as this uses. */
interface CommandLine {
  hasSwitch(name: string): boolean;
  removeSwitch(name: string): void;
}

/** Takes the switches away that the command line has of them. @returns which those were */
export function refuseSwitches(commandLine: CommandLine): string[] {
  const refused = REFUSED_SWITCHES.filter((name) => commandLine.hasSwitch(name));
  for (const name of refused) commandLine.removeSwitch(name);
  return refused;
}
