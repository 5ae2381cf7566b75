// npm run bench [-- --only availability|servers|deploy|mcp|metering] [--quick] [--json FILE]
import { writeFile } from 'node:fs/promises';
import { optionsOrExit } from './options.ts';
import { report } from './report.ts';
import { runBench } from './run-bench.ts';

const options = optionsOrExit(process.argv.slice(2));
const begun = performance.now();
const say = (line: string) => console.log(`[${((performance.now() - begun) / 1000).toFixed(0).padStart(3)} s] ${line}`);

const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(`${signal}: stopped before the end`)));
});
interrupted.catch(() => undefined);

const results = await runBench(options, say, interrupted).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
console.log(`\n${report(results)}\n`);
if (options.json !== null) await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`);
