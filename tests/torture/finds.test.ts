import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SimulatedEngine } from '../../server/src/engines/simulated/simulated-engine.ts';
import { drawHistory } from './draw-history.ts';
import type { History, Step } from './history.ts';
import { runHistory, type Sabotage } from './run-history.ts';
import { shrink } from './shrink.ts';
import { openStage, type Stage, type World } from './world.ts';

const pass = (minutes: number, ticks: number): Step => ({ do: 'pass', minutes, ticks });

/** Three servers, hours, a hibernation, a preemption, an own price: nothing of it is wrong. */
const CALM: History = {
  seed: 0,
  start: '2027-06-15T12:00:00.000Z',
  credit: ['2000', '200'],
  steps: [
    { do: 'price', plan: 'h100-sxm-x1', who: 1, cad: '1', inMinutes: 0 },
    { do: 'deploy', who: 0, plan: 'h100-sxm-x1' },
    { do: 'deploy', who: 1, plan: 'h100-sxm-x1' },
    { do: 'deploy', who: 0, plan: 'h100-sxm-x1-spot' },
    pass(130, 4),
    { do: 'act', which: 1, action: 'hibernate' },
    pass(70, 2),
    { do: 'preempt', which: 2 },
    pass(70, 2),
  ],
};
const WITH_A_BUDGET: History = { ...CALM, steps: [{ do: 'account budget', who: 0, month: '10', day: null }, ...CALM.steps] };

const WITH_AUTO_RELOAD: History = {
  ...CALM,
  credit: ['20', '4'],
  steps: [
    { do: 'auto-reload', who: 0, card: 'visa', enabled: true, thresholdCad: 5, amountCad: 25, monthCad: null },
    { do: 'deploy', who: 0, plan: 'h100-sxm-x1' },
    pass(7 * 60, 14),
  ],
};
const WITH_A_STUBBORN_GUEST: History = {
  ...CALM,
  steps: [
    { do: 'deploy', who: 0, plan: 'h100-sxm-x1' },
    pass(10, 2),
    { do: 'guest never ends', which: 0 },
    { do: 'act', which: 0, action: 'hibernate' },
    pass(10, 2),
  ],
};

interface Broken {
  readonly what: string;
  readonly sabotage: Sabotage;
  /** What must be said of it. */
  readonly finding: RegExp;
  readonly history?: History;
}

const BROKEN: readonly Broken[] = [
  {
    what: 'an hour that is not billed',
    sabotage: { atRest: (world) => change(world, `delete from usage_hours where ${SECOND_HOUR}`) },
    finding: /was never billed, and nothing made it free/,
  },
  {
    what: 'an hour at another price',
    sabotage: {
      atRest: (world) => change(world, `update usage_hours set compute_micros = compute_micros - 10000 where ${SECOND_HOUR}`),
    },
    finding: /cost 3\.98 CAD, and the price was 3\.99 CAD/,
  },
  {
    what: 'an hour that is billed while the server hibernates',
    sabotage: {
      atRest: (world) =>
        change(
          world,
          `insert into usage_hours (period_start, server_id, account_id, transfer_id, rate_micros, compute_micros, backup_micros)
           select period_start + interval '5 hours', server_id, account_id, transfer_id, rate_micros, compute_micros, backup_micros
           from usage_hours where rate_micros = 1000000 order by period_start limit 1`,
        ),
    },
    finding: /is billed, and no clock ran/,
  },
  {
    what: 'a refund that is not given',
    sabotage: { atRest: (world) => change(world, 'delete from usage_refunds') },
    finding: /0 CAD of the hour of .* went back, and .* are right/,
  },
  {
    what: 'a cent that is gone from a balance',
    sabotage: {
      atRest: (world) => change(world, "update ledger_accounts set balance_micros = balance_micros - 10000 where kind = 'customer_credit'"),
    },
    finding: /the balance of .* is .* CAD, and .* CAD are right/,
  },
  {
    what: 'a disk that is lost',
    sabotage: { atRest: ({ cloud, notes }) => cloud.engine.writeDisk([...notes.disks.keys()][0] ?? '', '') },
    finding: /has lost its disk/,
  },
  {
    what: 'a machine that nobody knows',
    sabotage: { atRest: ({ cloud }) => cloud.engine.plantOrphan('srv_nobody', 'h100-sxm-0') },
    finding: /a machine srv_nobody .*there is no such server/,
  },
  {
    what: 'a card that its server has not bought',
    sabotage: {
      atRest: (world) =>
        change(
          world,
          `update gpus set server_id = (select max(server_id) from gpus)
           where (host_id, slot) = (select host_id, slot from gpus where server_id is null limit 1)`,
        ),
    },
    finding: /holds 2 cards of 1/,
  },
  {
    what: 'a card that was set aside and is given to a server all the same',
    sabotage: {
      atRest: (world) =>
        change(
          world,
          `update gpus set state = 'quarantined', state_since = taken_at - interval '1 hour', state_reason = '{"type":"xid","code":79}'
           where server_id is not null`,
        ),
    },
    finding: /GPU \d of .* was given to .*, quarantined since/,
  },
  {
    what: 'an engine that says hibernated and does nothing',
    sabotage: { atFirst: (world) => ({ ...world, engine: lying(world.engine) }) },
    finding: /a machine on GPU 0 of .* that is not its server.s|is HIBERNATED, and its machine is running/,
  },
  {
    what: 'a meter that looks for prices among those of the list only',
    sabotage: {
      atFirst: (world) =>
        install(
          world,
          'usage_hours',
          'if new.rate_micros = 1000000 and exists (select from usage_hours where server_id = new.server_id) then return null; end if;',
        ),
    },
    finding: /was never billed, and nothing made it free/,
  },
  {
    what: 'a budget that nobody looks at',
    sabotage: { atFirst: (world) => install(world, 'ledger_accounts', 'new.month_limit_micros := null;') },
    finding: /the month's budget of .* was passed/,
    history: WITH_A_BUDGET,
  },
  {
    what: 'an auto-reload that is never tried',
    sabotage: { atFirst: (world) => install(world, 'auto_reloads', "new.tried_at := '2030-01-01';") },
    finding: /for its credit, and auto-reload did not try/,
    history: WITH_AUTO_RELOAD,
  },
  {
    what: 'a guest that takes longer to be switched off than it may',
    sabotage: {
      atFirst: (world) =>
        install(
          world,
          'simulated_engine.machine',
          "if new.via = 'hibernating' then new.ready_at := new.started_at + interval '4 minutes'; end if;",
        ),
    },
    finding: /had to go off at .* and was hibernating/,
    history: WITH_A_STUBBORN_GUEST,
  },
];

const SECOND_HOUR =
  '(server_id, period_start) in (select server_id, period_start from usage_hours where compute_micros = 3990000 order by period_start limit 1 offset 1)';

describe('the torture', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  test('finds nothing where nothing is wrong', async () => {
    assert.deepEqual(await runHistory(stage, CALM), []);
    assert.deepEqual(await runHistory(stage, WITH_A_BUDGET), []);
    assert.deepEqual(await runHistory(stage, WITH_AUTO_RELOAD), []);
    assert.deepEqual(await runHistory(stage, WITH_A_STUBBORN_GUEST), []);
  });

  for (const { what, sabotage, finding, history } of BROKEN) {
    test(`finds ${what}`, async () => {
      try {
        const wrong = await runHistory(stage, history ?? CALM, sabotage);
        assert.ok(
          wrong.some((sentence) => finding.test(sentence)),
          `it found: ${wrong.join('\n')}`,
        );
      } finally {
        await stage.cloud.db.pool.query('drop function if exists torture_sabotage() cascade');
      }
    });
  }

  test('draws the same history from a seed, and cuts one that fails to the steps that matter', async () => {
    assert.deepEqual(drawHistory(7, 40), drawHistory(7, 40));
    assert.notDeepEqual(drawHistory(7, 40).steps, drawHistory(8, 40).steps);
    const history = drawHistory(7, 60);
    const matters = [history.steps[11], history.steps[42]];
    const run = async ({ steps }: History) => (matters.every((step) => steps.some((one) => one === step)) ? ['hour 1 is wrong'] : []);
    const shortest = await shrink(history, { wrong: ['hour 2 is wrong'], run, limitMs: 60_000 });
    assert.deepEqual(shortest.history.steps, matters);
  });
});

/** Past the triggers that keep rows as they are. */
async function change({ cloud }: World, statement: string): Promise<void> {
  await cloud.db.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
}

/** Whatever the product writes there, this is done to it first. */
async function install(world: World, table: string, body: string): Promise<World> {
  await world.cloud.db.pool
    .query(`create function torture_sabotage() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
    create trigger torture_sabotage before insert or update on ${table} for each row execute function torture_sabotage()`);
  return world;
}

function lying(engine: SimulatedEngine): SimulatedEngine {
  return {
    ...engine,
    ensureHibernated: async (serverId, signal) => ({ ...(await engine.observe(serverId, signal)), power: 'hibernated', hostName: null }),
  };
}
