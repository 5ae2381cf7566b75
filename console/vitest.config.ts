import { defineConfig } from 'vitest/config';

/** On the busiest machine: a test that reads every text has taken eight seconds. */
const TEST_TIMEOUT_MS = 60_000;

/** What the console can promise without a browser. With one: tests/console/. */
export default defineConfig({ test: { environment: 'node', include: ['{build,src}/**/*.test.ts'], testTimeout: TEST_TIMEOUT_MS } });
