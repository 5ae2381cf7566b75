import { defineConfig } from 'vitest/config';

/** What the console can promise without a browser. With one: tests/console-*.test.ts. */
export default defineConfig({ test: { environment: 'node', include: ['src/**/*.test.ts'] } });
