import { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { PLANS, type AtOnce, type EngineFault, type History, type Step, type TransactionFault } from './history.ts';
import { randomOf, type Random } from './random.ts';

const STARTS = [
  '2026-12-01T15:00:00.000Z',
  // Three hours before the month of Toronto ends.
  '2027-01-01T02:00:00.000Z',
  '2027-01-31T15:00:00.000Z',
  // The nights of 23 and of 25 hours.
  '2027-03-14T03:30:00.000Z',
  '2027-11-07T02:30:00.000Z',
  '2027-06-15T12:17:31.003Z',
] as const;

/** One that always works twice as often, in place of the other that does. */
const CARDS = ['visa', ...SandboxCard.options.filter((card) => card !== 'mastercard')] as const;
const ENGINE_FAULTS: readonly EngineFault[] = ['boot fails', 'call fails', 'answer lost', 'call hangs', 'backup fails'];
const TRANSACTION_FAULTS: readonly TransactionFault[] = ['dies before commit', 'dies after commit', 'connection dropped'];
const ACTIONS = ['start', 'stop', 'reboot', 'hibernate', 'hibernate-restore'] as const;
const PRICES = ['0.5', '1', '3.99', '4.0001', '12.5'] as const;
const LIMITS = ['0', '3.99', '4', '10', '25.5', '60'] as const;

/** A history from a seed: the same seed, the same history. */
export function drawHistory(seed: number, steps: number): History {
  const random = randomOf(seed);
  const credit = [random.of(['40', '200', '2000']), random.of(['4', '9.5', '60'])];
  const drawn: Step[] = [...opening(random)];
  while (drawn.length < steps) drawn.push(...drawScene(random));
  return { seed, start: random.of(STARTS), credit, steps: drawn.slice(0, steps) };
}

type Draw = (random: Random) => readonly Step[];

const who = (random: Random) => random.below(2);
const which = (random: Random) => random.below(8);
const limit = (random: Random) => (random.below(4) === 0 ? null : random.of(LIMITS));

const pass: Draw = (random) => {
  const [minutes, ticks] = random.of([
    [2, 1],
    [7, 2],
    [25, 2],
    [61, 3],
    [60, 1],
    [150, 3],
    [9 * 60, 9],
    [26 * 60, 13],
  ]);
  const without = random.of(['meter', 'work', 'watch', 'all', undefined, undefined, undefined, undefined, undefined, undefined] as const);
  return [{ do: 'pass', minutes, ticks, ...(without && { without }), ...(random.below(6) === 0 && { workers: 2 as const }) }];
};

/** Most begin with servers: what is not there cannot be tortured. */
const opening: Draw = (random) => {
  if (random.below(5) === 0) return [];
  const servers = Array.from({ length: 1 + random.below(3) }, () => deploy(random)).flat();
  return [...servers, { do: 'pass', minutes: 4, ticks: 2 }];
};

const deploy: Draw = (random) => [
  { do: 'deploy', who: who(random), plan: random.of(PLANS), ...(random.below(5) === 0 && { byKey: true as const }) },
];

const act: Draw = (random) => [
  { do: 'act', which: which(random), action: random.of(ACTIONS), ...(random.below(4) > 0 && { aimed: true as const }) },
];

/** Hibernated and restored: inside the hour that is paid, or later. */
const hibernation: Draw = (random) => [
  { do: 'act', which: which(random), action: 'hibernate', aimed: true },
  ...pass(random),
  { do: 'act', which: which(random), action: 'hibernate-restore', aimed: true },
  ...pass(random),
];

/** A host that is lost for a while. */
const lostHost: Draw = (random) => {
  const host = random.below(3);
  return [{ do: 'reach', host, lost: true }, ...pass(random), { do: 'reach', host, lost: false }, ...pass(random)];
};

/** The one box is down, or does not let us in, for as long as a restart takes or for hours. */
const silentEngine: Draw = (random) => [
  { do: 'engine silent', silence: random.of(['no_answer', 'no_answer', 'no_service', 'not_asked']) },
  ...pass(random),
  { do: 'engine silent', silence: null },
  ...pass(random),
];

/** A host that is emptied onto others, and comes back or goes. */
const drained: Draw = (random) => {
  const host = random.below(3);
  return [
    ...(random.below(2) === 0 ? [{ do: 'add host', cards: 1 + random.below(2) } as const] : []),
    { do: 'host', host, state: 'draining' },
    ...pass(random),
    { do: 'host', host, state: random.of(['accepting', 'accepting', 'offline']) },
  ];
};

/** A backup that is made, and another server made of it. */
const backedUp: Draw = (random) => {
  const server = which(random);
  return [
    { do: 'backups', which: server, enabled: true },
    { do: 'back up', which: server },
    ...pass(random),
    { do: 'restore backup', which: which(random) },
    ...pass(random),
  ];
};

const GPU_ACTIONS = ['quarantine', 'quarantine', 'release', 'release', 'replace', 'remove', 'add'] as const;

/** A GPU that dies under whoever has it or comes next, until somebody looks at it. */
const deadGpu: Draw = (random) => {
  const at = { host: random.below(3), slot: random.below(2) };
  return [
    { do: 'gpu dies', ...at, dead: true },
    ...deploy(random),
    ...act(random),
    ...pass(random),
    { do: 'gpu dies', ...at, dead: false },
    { do: 'gpu', ...at, what: random.of(GPU_ACTIONS) },
  ];
};

const autoReload: Draw = (random) => [
  {
    do: 'auto-reload',
    who: who(random),
    card: random.of(CARDS),
    enabled: random.below(5) > 0,
    thresholdCad: random.of([0, 5, 20]),
    amountCad: random.of([25, 40, 60]),
    monthCad: random.of([null, null, 60, 100]),
  },
];

/** Everything takes long for a while. */
const slowness: Draw = (random) => [
  { do: 'engine', fault: 'slow', times: 1 + random.below(3) },
  ...act(random),
  ...pass(random),
  { do: 'engine', fault: 'slow', times: 4 },
];

function atOnce(random: Random): Step {
  const drawn = Array.from({ length: 6 }, () => random.of(TOGETHER)(random));
  return { do: 'at once', steps: drawn, pauses: Array.from({ length: 12 }, () => random.below(6)) };
}

const TOGETHER: readonly ((random: Random) => AtOnce)[] = [
  (random) => ({ do: 'deploy', who: who(random), plan: random.of(PLANS) }),
  (random) => ({ do: 'act', which: which(random), action: random.of(ACTIONS), aimed: true }),
  (random) => ({ do: 'act', which: which(random), action: random.of(ACTIONS), aimed: true }),
  (random) => ({ do: 'act', which: which(random), action: random.of(ACTIONS) }),
  (random) => ({ do: 'delete', which: which(random) }),
  (random) => ({ do: 'host', host: which(random), state: random.of(['accepting', 'draining', 'offline']) }),
  (random) => ({ do: 'reach', host: which(random), lost: random.below(2) === 0 }),
  (random) => ({ do: 'gpu', host: which(random), slot: random.below(2), what: random.of(GPU_ACTIONS) }),
  (random) => ({ do: 'gpu dies', host: which(random), slot: random.below(2), dead: random.below(2) === 0 }),
  (random) => ({ do: 'guest off', which: which(random) }),
  (random) => ({ do: 'back up', which: which(random) }),
  (random) => ({ do: 'restore backup', which: which(random) }),
  (random) => ({ do: 'preempt', which: which(random) }),
];

const SCENES: readonly (readonly [weight: number, draw: Draw])[] = [
  [30, pass],
  [12, deploy],
  [16, act],
  [4, (random) => [{ do: 'delete', which: which(random) }]],
  [
    5,
    (random) => [
      {
        do: 'price',
        plan: random.of(PLANS),
        who: random.of([null, 0, 1]),
        cad: random.of(PRICES),
        inMinutes: random.of([0, 0, 0, 30, 61, 300]),
      },
    ],
  ],
  [
    3,
    (random) => [
      {
        do: 'withdraw price',
        plan: random.of(PLANS),
        who: who(random),
        ...(random.below(2) === 0 && { inMinutes: random.of([30, 61, 300]) }),
      },
    ],
  ],
  [
    2,
    // A price of one's own for a while.
    (random) => {
      const [plan, owner] = [random.of(PLANS), who(random)];
      return [
        { do: 'price', plan, who: owner, cad: random.of(PRICES), inMinutes: 0 },
        { do: 'deploy', who: owner, plan },
        ...pass(random),
        { do: 'withdraw price', plan, who: owner, ...(random.below(2) === 0 && { inMinutes: random.of([30, 61, 300]) }) },
        ...pass(random),
      ];
    },
  ],
  [6, hibernation],
  [6, lostHost],
  [4, silentEngine],
  [6, drained],
  [5, deadGpu],
  [4, (random) => [{ do: 'gpu', host: which(random), slot: random.below(2), what: random.of(GPU_ACTIONS) }]],
  [3, backedUp],
  [3, autoReload],
  [2, slowness],
  [2, (random) => [{ do: 'sell', plan: random.of(PLANS), online: random.below(2) === 0 }]],
  [
    3,
    // A plan without a list price, for the one account that has agreed on one.
    (random) => {
      const owner = who(random);
      return [
        { do: 'price', plan: 'b200-sxm-x8', who: owner, cad: random.of(PRICES), inMinutes: 0 },
        { do: 'sell', plan: 'b200-sxm-x8', online: true },
        { do: 'deploy', who: owner, plan: 'b200-sxm-x8' },
        ...pass(random),
      ];
    },
  ],
  [3, (random) => [{ do: 'host', host: which(random), state: random.of(['accepting', 'accepting', 'draining', 'draining', 'offline']) }]],
  [1, (random) => [{ do: 'add host', cards: 1 + random.below(2) }]],
  [1, (random) => [{ do: 'add pool', cards: 1 + random.below(2) }]],
  [3, (random) => [{ do: 'reach', host: which(random), lost: random.below(2) === 0 }]],
  [2, (random) => [{ do: 'guest off', which: which(random) }]],
  [1, (random) => [{ do: 'guest never ends', which: which(random) }]],
  [4, (random) => [atOnce(random), ...pass(random)]],
  [9, (random) => [{ do: 'engine', fault: random.of(ENGINE_FAULTS), times: 1 + random.below(4) }]],
  [8, (random) => [{ do: 'transaction', fault: random.of(TRANSACTION_FAULTS), after: random.below(12) }]],
  [3, (random) => [{ do: 'suspend', who: who(random), suspended: random.below(2) === 0 }]],
  [3, (random) => [{ do: 'account budget', who: who(random), month: limit(random), day: limit(random) }]],
  [3, (random) => [{ do: 'server budget', which: which(random), month: limit(random) }]],
  [2, (random) => [{ do: 'key caps', who: who(random), month: limit(random), total: limit(random), server: limit(random) }]],
  [4, (random) => [{ do: 'credit', who: who(random), cad: random.of(['3.99', '10', '100', '-5', '-30']) }]],
  [4, (random) => [{ do: 'backups', which: which(random), enabled: random.below(3) > 0 }]],
  [2, (random) => [{ do: 'back up', which: which(random) }]],
  [2, (random) => [{ do: 'restore backup', which: which(random) }]],
  [3, (random) => [{ do: 'preempt', which: which(random) }]],
  [1, (random) => [{ do: 'member', who: who(random), role: random.of(['owner', 'billing', 'developer', 'viewer', null] as const) }]],
  [3, (random) => [{ do: 'top up', who: who(random), card: random.of(CARDS), cad: 25 + random.below(50) }]],
  [
    2,
    // A term that is paid ahead and may never begin.
    (random) => [
      { do: 'order', who: who(random), card: 'visa' },
      { do: 'pass', minutes: 7, ticks: 2 },
      { do: 'renew', which: which(random) },
      ...pass(random),
      { do: random.of(['delete', 'cancel', 'renew'] as const), which: which(random) },
      { do: 'pass', minutes: 7, ticks: 2 },
    ],
  ],
  [3, (random) => [{ do: 'order', who: who(random), card: random.of(CARDS), ...(random.below(4) === 0 && { byMember: true as const }) }]],
  [2, (random) => [{ do: random.of(['renew', 'renew', 'cancel'] as const), which: which(random) }]],
  [2, (random) => [{ do: 'refund', which: which(random), share: 1 + random.below(4) }]],
  [1, (random) => [{ do: 'prove', which: which(random) }]],
  [1, () => [{ do: 'news twice' }]],
  [1, (random) => [{ do: 'win dispute', which: which(random) }]],
  [3, (random) => [{ do: 'provider', fault: random.of(['unanswered before', 'unanswered after', 'caller dies'] as const) }]],
  // Weeks, in which terms end, retention drops backups and months turn.
  [1, (random) => [{ do: 'pass', minutes: random.of([3, 3, 3, 8, 8, 32]) * 24 * 60, ticks: 16 }]],
];

const TOTAL = SCENES.reduce((sum, [weight]) => sum + weight, 0);

function drawScene(random: Random): readonly Step[] {
  let left = random.below(TOTAL);
  for (const [weight, draw] of SCENES) {
    if (left < weight) return draw(random);
    left -= weight;
  }
  return [];
}
