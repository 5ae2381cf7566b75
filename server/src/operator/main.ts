import { keepCompiled } from '../kit/keep-compiled.ts';

keepCompiled();
const [{ readConfig }, { errorCode }, { keyboardOf }, { runOperator }] = await Promise.all([
  import('../config.ts'),
  import('../db/postgres-errors.ts'),
  import('./setup/keyboard.ts'),
  import('./run-operator.ts'),
]);

// A reader that stops early, such as `head`, is not a failure.
process.stdout.on('error', (error) => process.exit(errorCode(error) === 'EPIPE' ? 0 : 1));

process.exitCode = await runOperator({
  args: process.argv.slice(2),
  readConfig: () => readConfig(process.env),
  environment: process.env,
  keyboard: keyboardOf(process.stdin, process.stdout),
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
