import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import fc from 'fast-check';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { checkStock } from '../../testing/check-stock.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { setHostState } from '../capacity/hosts/set-host-state.ts';
import { addFirewallRule } from '../firewall/add-firewall-rule.ts';
import { deleteFirewallRule } from '../firewall/delete-firewall-rule.ts';
import { listFirewallRules } from '../firewall/list-firewall-rules.ts';
import { evacuateHosts } from '../lifecycle/watch/evacuate-hosts.ts';
import { shareAddress } from './share-address.ts';
import { listSharedAddresses } from './shared-addresses.store.ts';
import { checkForwards } from './testing/check-forwards.ts';

const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 12);
const PLANS = ['h100-sxm-x1', 'h100-sxm-x2', 'h100-sxm-x1-spot'] as const;

const which = fc.nat(5);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deploy' as const), plan: fc.constantFrom(...PLANS) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      which,
      action: fc.constantFrom<ServerAction>('start', 'stop', 'reboot', 'hibernate', 'hibernate-restore'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      which,
      protocol: fc.constantFrom('tcp' as const, 'udp' as const),
      port: fc.constantFrom(22, 80, 8080, 8081),
      more: fc.constantFrom(0, 0, 2, 15, 16, 5000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close' as const), which, rule: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), times: fc.constantFrom(1, 2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drain' as const), host: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('fault' as const), which, kind: fc.constantFrom('boot fails', 'answers lost', 'calls fail') }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let cloud: Cloud;
before(async () => {
  cloud = await startCloud({ hosts: { 'h100-sxm': [3, 3] } });
  // Two boxes behind one router, with hardly more ports than servers.
  for (const [n, { name }] of (await listHosts(cloud.db.sql)).entries()) {
    const first = 20_000 + 10 * n;
    await shareAddress(cloud.ctx, { ip: '203.0.113.7', listenIp: null, hostName: name, ports: `${first}-${first + 7}` });
  }
});
after(() => cloud.close());

test('whatever customers, operators and the engine do, no port leads to two servers, and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const customer = await cloud.customer('10000');
      const ids: string[] = [];
      try {
        for (const each of steps) {
          await take(customer, ids, each).catch((error: unknown) => {
            // A refused step changes nothing, and the state is checked all the same.
            if (!(error instanceof AppError)) throw error;
          });
          await checkForwards(cloud);
        }
        await checkStock(cloud);
      } finally {
        await cloud.engine.faults.clear();
        for (const { id, state } of await listHosts(cloud.db.sql)) {
          if (state !== 'accepting') await setHostState(cloud.ctx, { hostId: id, state: 'accepting' });
        }
        await cloud.settle();
        for (const id of ids) await customer.remove(id).catch(() => undefined);
        await cloud.settle();
      }
      const left = (await listSharedAddresses(cloud.db.sql)).map(({ held, free }) => [held, free]);
      assert.deepEqual(left, [
        [0, 8],
        [0, 8],
      ]);
    }),
    { numRuns: RUNS },
  );
});

async function take(customer: Customer, ids: string[], each: Step): Promise<void> {
  const { ctx } = customer;
  const serverId = 'which' in each ? (ids[each.which % Math.max(1, ids.length)] ?? '') : '';
  switch (each.do) {
    case 'deploy':
      ids.push(await customer.deploy(each.plan));
      return;
    case 'act':
      return customer.act(serverId, each.action);
    case 'delete':
      return customer.remove(serverId);
    case 'open': {
      const range = { portRangeMin: each.port, portRangeMax: each.port + each.more };
      await addFirewallRule(ctx, { serverId, direction: 'ingress', ethertype: 'IPv4', protocol: each.protocol, ...range });
      return;
    }
    case 'close': {
      const { items } = await listFirewallRules(ctx, { serverId });
      await deleteFirewallRule(ctx, { serverId, ruleId: items[each.rule % items.length]?.id ?? 0 });
      return;
    }
    case 'settle':
      return cloud.settle({ repeatEachStep: each.times });
    case 'pass':
      return cloud.pass(each.minutes * MINUTE_MS);
    case 'drain': {
      const hosts = await listHosts(cloud.db.sql);
      for (const [n, { id }] of hosts.entries()) {
        await setHostState(cloud.ctx, { hostId: id, state: n === each.host ? 'draining' : 'accepting' });
      }
      await evacuateHosts(cloud.ctx, cloud.engine);
      return;
    }
    case 'fault':
      if (serverId === '') return;
      if (each.kind === 'boot fails') return cloud.engine.faults.bootFails({ serverId, times: 1 });
      if (each.kind === 'answers lost') return cloud.engine.faults.answersLost({ serverId, times: 2 });
      return cloud.engine.faults.callsFail({ serverId, times: 2 });
  }
}
