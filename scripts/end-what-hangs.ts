// Loaded into each test file before it: if the process keeps running after all tests have ended, something was not closed. Node would wait
// for it forever, and with it the whole run.
import { after } from 'node:test';

const LEFT_MS = 30_000;

after(() => {
  setTimeout(() => {
    console.error(`All tests have ended, and the file goes on: something was not closed (${process.getActiveResourcesInfo().join(', ')}).`);
    process.exit(1);
  }, LEFT_MS).unref();
});
