import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Caches what Node has compiled for the next start, beside the packages: reading and compiling is most of a start. Call it before
 * importing anything worth caching. Where the cache cannot be written, a start merely takes longer.
 */
export function keepCompiled(): void {
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)));
}
