import { Command } from 'commander';

/** `meterscope service ...`: runs the simulator in this very process; it has its own options and its own help. */
export function serviceCommand(): Command {
  return new Command('service')
    .description('Run the simulator of the whole service by itself.')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[options...]', 'see `meterscope service --help`')
    .action(async (options: string[]) => {
      process.argv = [process.argv[0] ?? 'node', 'meterscope service', ...options];
      await import('../simulator/process.ts');
    });
}
