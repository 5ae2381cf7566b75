import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Caches Node's compiled code for the next start, beside the packages: reading and compiling takes most of a start. Call it before
 * importing anything worth caching. If the cache is not writable, a start merely takes longer.
 */
export function keepCompiled(): void {
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)));
}
