// Loaded before a test file when `--slowest` asks for the report: at its end, the file notes what it has used of the processor.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { processorSeconds } from './processor-time.ts';

const report = process.env['BOREAL_PROCESSOR_TIMES'];
const file = process.argv[1];
// The programs that it starts are counted as its children.
delete process.env['BOREAL_PROCESSOR_TIMES'];
if (report !== undefined && file !== undefined) {
  process.on('exit', () =>
    appendFileSync(report, `${JSON.stringify({ file: relative(process.cwd(), file), ...processorSeconds('self') })}\n`),
  );
}
