import { readConfig } from '../config.ts';
import { errorCode } from '../db/postgres-errors.ts';
import { runOperator } from './run-operator.ts';

// A reader that has seen enough, such as `head`, is not a failure.
process.stdout.on('error', (error) => process.exit(errorCode(error) === 'EPIPE' ? 0 : 1));

process.exitCode = await runOperator({
  args: process.argv.slice(2),
  readConfig: () => readConfig(process.env),
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
