// Writes the generated files: the row types from the migrations, docs/openapi.json from the endpoints, the SDK's methods and types from
// that, and docs/server-lifecycle.md from the moves.
import { endChildrenOnSignal, run, script, type RunResult } from './run.ts';
import { generateRowTypes, ROW_TYPES } from './row-types.ts';
import { withTestPostgres } from './test-postgres.ts';

endChildrenOnSignal();
report(ROW_TYPES, await withTestPostgres(() => generateRowTypes('write')));
report('docs/openapi.json', await run(script('server/src/http/write-openapi.ts')));
report('sdk/boreal.gen.ts', await run(script('scripts/write-sdk.ts')));
report('docs/server-lifecycle.md', await run(script('scripts/write-lifecycle.ts')));

function report(file: string, outcome: RunResult): void {
  console.log(`${outcome.ok ? 'written' : 'FAILED '}  ${file}  ${outcome.seconds.toFixed(1)} s`);
  if (outcome.ok) return;
  console.log(outcome.output);
  process.exitCode = 1;
}
