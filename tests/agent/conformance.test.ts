import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mountFixtures } from '../../server/src/mcp/testing/conformance/mount-fixtures.ts';
import { openAgentCloud, type AgentCloud } from '../testing/agent-cloud.ts';
import { openKeyProxy, type KeyProxy } from '../testing/key-proxy.ts';

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'boreal-conformance-'));
after(() => rmSync(folder, { recursive: true }));

/** The official suites, and how each is asked for the scenarios of a revision. */
const SUITES = {
  '2025-11-25': { module: '@modelcontextprotocol/conformance', args: ['--suite', 'active'] },
  // Frozen by the suite of 2026, which also holds every message to the schema of its revision.
  '2025-11-25 as required': { module: 'conformance-next', args: ['--requirements', '2025-11-25'] },
  '2026-07-28': { module: 'conformance-next', args: ['--requirements', '2026-07-28'] },
} as const;
type Suite = keyof typeof SUITES;

/** Longer than any of them takes on a busy machine. */
const ENDED_WITHIN_MS = 240_000;

/** The site as its clients see it, and the endpoint of one of our processes behind it. */
interface Site {
  readonly proxy: KeyProxy;
  readonly mcp: AgentCloud;
}

describe('the conformance suite on the product, whose tools are its own,', () => {
  const site = siteFor({});
  for (const [suite, list] of [
    ['2025-11-25', 'product-2025-11-25'],
    ['2025-11-25 as required', 'product-2025-11-25'],
    ['2026-07-28', 'product-2026-07-28'],
  ] as const) {
    test(`fails for ${suite} only where the suite needs its own tools`, async () => {
      assert.match(await passes(suite, site(), list), /✓ tools-list/);
    });
  }
});

describe('the conformance suite on its own tools behind our door', () => {
  const site = siteFor(mountFixtures({ sessions: false }));

  test('passes whole for 2026-07-28, and all it only tries but one extension', async () => {
    const out = await passes('2026-07-28', site(), 'nothing');
    assert.match(out, /✓ http-custom-header-server-validation/);
    // What is tried and not scored. Tasks are optional: neither we nor our library offers them.
    assert.doesNotMatch(out, /✗ (?!tasks-)/);
  });

  test('passes for 2025-11-25 but for what needs a session, which a stateless endpoint has not', async () => {
    await passes('2025-11-25', site(), 'stateless-2025-11-25');
  });
});

describe('the conformance suite on its own tools behind our door, with sessions', () => {
  const site = siteFor(mountFixtures({ sessions: true }));

  for (const suite of ['2025-11-25', '2025-11-25 as required'] as const) {
    test(`passes whole for ${suite}`, async () => {
      await passes(suite, site(), 'nothing');
    });
  }
});

/** Opens a site before the tests of a suite and closes it after them. */
function siteFor(mounted: Parameters<typeof openAgentCloud>[0]): () => Site {
  let site: Site | undefined;
  before(async () => {
    const proxy = await openKeyProxy();
    const mcp = await openAgentCloud({ ...mounted, siteUrl: proxy.origin });
    proxy.passTo(mcp.url, (await mcp.agent()).key);
    site = { proxy, mcp };
  });
  after(async () => {
    await site?.proxy.close();
    await site?.mcp.close();
  });
  return () => {
    assert.ok(site);
    return site;
  };
}

/** Runs a suite's command with a list of what may fail, and expects all, what it only warns of too, to be as listed. */
function passes(suite: Suite, { proxy }: Site, list: string): Promise<string> {
  const { module, args } = SUITES[suite];
  const main = require.resolve(`${module}/dist/index.js`);
  const expected = fileURLToPath(new URL(`conformance/${list}.yml`, import.meta.url));
  const all = ['server', '--url', `${proxy.origin}/mcp`, ...args, '--expected-failures', expected, '-o', join(folder, list)];
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 5e7, cwd: folder, timeout: ENDED_WITHIN_MS };
    execFile(process.execPath, [main, ...all], options, (error, out, err) => {
      const late = error?.killed ? `not within ${ENDED_WITHIN_MS / 1000} s: the suite ends; it wrote:\n` : '';
      if (error) reject(new Error(late + `${out}\n${err}`.slice(-6000), { cause: error }));
      else resolve(out);
    });
  });
}
