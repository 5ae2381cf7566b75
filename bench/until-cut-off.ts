/**
 * Runs work until it is done or interrupted by SIGINT or SIGTERM: then it is abandoned, and the caller cleans up. Only the first signal
 * counts: npm forwards what a terminal has already sent to everybody. @throws Error when it is interrupted
 */
export async function untilCutOff<T>(work: () => Promise<T>): Promise<T> {
  const cut = Promise.withResolvers<never>();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      console.error(`${name}: removing what was made`);
      cut.reject(new Error(`${name}: cut off before the end`));
    });
  }
  return Promise.race([work(), cut.promise]);
}
