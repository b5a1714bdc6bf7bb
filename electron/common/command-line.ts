/** How a command line is read: what is wrong with it is told in a sentence, and ends with one exit code. */
import { type Command, CommanderError } from 'commander';

/** Exit code of wrong use, for every command. */
const WRONG_USE = 2;

/** Runs the command that the arguments of this process name; rejects with what that rejects with. */
export async function runCommandLine(program: Command): Promise<void> {
  tellWrongUse(program);
  try {
    // In a utility process commander would take this for a packaged Electron program and skip too little of the line.
    await program.parseAsync(process.argv, { from: 'node' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE;
  }
}

/** A command that was made apart takes nothing over from the one that it is added to. */
function tellWrongUse(command: Command): void {
  command.exitOverride().showHelpAfterError('(add --help for what the command takes)');
  for (const nested of command.commands) tellWrongUse(nested);
}
