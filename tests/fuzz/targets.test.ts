import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openFuzzWorld } from './fuzz-world.ts';

const world = await openFuzzWorld();
after(() => world.close());

/** What the fuzzer reaches by another address, or asks for "elsewhere". */
const ELSEWHERE =
  /\*|^\/serial-console\/:file$|^\/(fr\/)?gpus\/:slug$|^\/sign-in\/:provider$|^\/site\/[\w-]+\.(css|js|svg|png|webp|woff2)$/;

test('the fuzzer asks for all that is mounted', () => {
  const targets = world.targets.map(({ method, path }) => `${method} ${path}`);
  const tools = ['GET /api/mcp', 'DELETE /api/mcp'];
  const asked = new Set([...targets, ...tools]);
  const missing = mounted(world.app.printRoutes({ commonPrefix: false })).filter(
    ({ method, path }) => !asked.has(`${method} ${path}`) && !ELSEWHERE.test(path),
  );
  assert.deepEqual(
    missing.map(({ method, path }) => `${method} ${path}`),
    [],
  );
});

/** The routes of Fastify's tree, where each line stands below what its address begins with. */
function mounted(tree: string): { method: string; path: string }[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, part = '', methods = ''] = /^([\s│]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
    if (indent === undefined) return [];
    const depth = indent.length / 4;
    const path = depth === 0 ? part : `${depth === 1 ? '/' : (above[depth - 1] ?? '')}${part}`;
    above[depth] = path;
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
      .map((method) => ({ method, path }));
  });
}
