/**
 * Does work until it is done, or SIGINT or SIGTERM cuts it off: then it is left alone, and whoever waits tidies up. The first signal only:
 * npm hands on what a terminal has told everybody already. @throws Error when it is cut off
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
