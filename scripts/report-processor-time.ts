// Loaded before a test file for the `--slowest` report: at its end, the file records the processor time it used.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { processorSeconds } from './processor-time.ts';

const report = process.env['BOREAL_PROCESSOR_TIMES'];
const file = process.argv[1];
// Programs that it starts are counted as its children.
delete process.env['BOREAL_PROCESSOR_TIMES'];
if (report !== undefined && file !== undefined) {
  process.on('exit', () =>
    appendFileSync(report, `${JSON.stringify({ file: relative(process.cwd(), file), ...processorSeconds('self') })}\n`),
  );
}
