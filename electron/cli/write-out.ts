/** Waits until a pipe has taken everything, so that the exit does not cut it; one that is closed early takes no more. */
export async function writeOut(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(text, (error) =>
      error && !('code' in error && error.code === 'EPIPE') ? reject(error) : resolve(),
    ),
  );
}
