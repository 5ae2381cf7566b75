import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { OpenstackKit } from '../openstack-kit.ts';
import type { CloudDouble } from './cloud-double.ts';

const FILE = join(import.meta.dirname, '../../../../../docs/openstack-access-rules.json');
const Rules = z.array(z.strictObject({ service: z.string(), method: z.string(), path: z.string() }));
/** What catalogs call the services of the double. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  compute: ['compute'],
  network: ['network'],
  image: ['image'],
  volume: ['volumev3', 'block-storage'],
};
/** The suite plants a backup of nobody's, which Boreal never does. */
const PLANTED = 'POST /v2/images';

/** Once the suite has ended, whatever the cloud was asked is allowed by the access rules that the operator's guide hands out. */
export function withinAccessRules(kit: OpenstackKit, double: Pick<CloudDouble, 'asked'>): OpenstackKit {
  return {
    ...kit,
    async close() {
      const refused = refusedByRules(double.asked);
      await kit.close();
      assert.deepEqual(refused, [], 'not allowed by docs/openstack-access-rules.json');
    },
  };
}

/** Calls that a credential with those rules is refused, each told once. */
export function refusedByRules(asked: readonly { service: string; method: string; path: string }[]): string[] {
  const rules = Rules.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  const refused = asked.filter(({ service, method, path }) =>
    TYPES[service]?.some((type) => !rules.some((rule) => rule.service === type && rule.method === method && matches(rule.path, path))),
  );
  return [...new Set(refused.map(({ method, path }) => `${method} ${path}`))].filter((call) => call !== PLANTED);
}

/** As keystone reads it: `*` is a part of a path, `**` the rest. */
function matches(pattern: string, path: string): boolean {
  const source = pattern.split('**').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]+'));
  return new RegExp(`^${source.join('.*')}$`).test(path);
}
