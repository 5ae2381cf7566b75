import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/connect.ts';
import type { Measures } from '../kit/measures.ts';

/** In seconds, from looking up a key to a statement over all data. */
const ANSWER_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** In seconds, from looking at a machine to copying a disk. */
const WORK_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** What one process counts about itself since it started. */
export interface ProcessMetrics {
  readonly registry: Registry;
  readonly measures: Measures;
}

/** Creates a process's counters; `about` is reported unchanged. */
export function createProcessMetrics({
  db,
  about,
}: {
  db: Pick<Database, 'pool'>;
  about: Readonly<Record<string, string>>;
}): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'boreal_info', help: 'Which Boreal this is; always 1.', labelNames: Object.keys(about), registers }).set(about, 1);
  for (const gauge of connectionGauges(db)) registry.registerMetric(gauge);
  return { registry, measures: createMeasures(registers) };
}

function connectionGauges({ pool }: Pick<Database, 'pool'>): readonly Gauge[] {
  const registers: Registry[] = [];
  return [
    new Gauge({
      name: 'boreal_database_connections',
      help: 'Connections to Postgres, by whether a request or a task has them.',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
      },
    }),
    new Gauge({
      name: 'boreal_database_waiting',
      help: 'Requests and tasks that wait for a connection to Postgres.',
      registers,
      collect() {
        this.set(pool.waitingCount);
      },
    }),
  ];
}

function createMeasures(registers: Registry[]): Measures {
  const answers = new Counter({
    name: 'boreal_http_requests_total',
    help: 'Requests answered, by the pattern of their path and the status of the answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const answerTimes = new Histogram({
    name: 'boreal_http_request_duration_seconds',
    help: 'How long requests took, by the pattern of their path.',
    labelNames: ['method', 'route'],
    buckets: ANSWER_BUCKETS,
    registers,
  });
  const news = new Counter({
    name: 'boreal_webhook_messages_total',
    help: 'Messages of the payment provider, by what came of them: taken, later (another Boreal must hear of it), or refused, because they are not signed with our secret.',
    labelNames: ['outcome'],
    registers,
  });
  // Prometheus sees no growth in a figure that begins above zero.
  for (const outcome of ['taken', 'later', 'refused']) news.inc({ outcome }, 0);
  const engineCalls = new Histogram({
    name: 'boreal_engine_call_duration_seconds',
    help: 'How long engines took for their calls, by call and by what came of it: ok, or the cause of the failure.',
    labelNames: ['engine', 'call', 'outcome'],
    buckets: WORK_BUCKETS,
    registers,
  });
  const runs = new Histogram({
    name: 'boreal_schedule_duration_seconds',
    help: 'How long scheduled work took, by schedule and by whether it failed.',
    labelNames: ['schedule', 'outcome'],
    buckets: WORK_BUCKETS,
    registers,
  });
  const lastRuns = new Gauge({
    name: 'boreal_schedule_last_success_timestamp_seconds',
    help: 'When each schedule last ran to its end.',
    labelNames: ['schedule'],
    registers,
  });
  const failing = new Gauge({
    name: 'boreal_schedule_failing_since_timestamp_seconds',
    help: 'Since when each schedule has failed without succeeding; absent for one that succeeded when it last ran.',
    labelNames: ['schedule', 'engine'],
    registers,
  });
  const ahead = new Gauge({
    name: 'boreal_clock_ahead_seconds',
    help: 'By how much the clock of this process is ahead of the database’s; negative: behind.',
    registers,
  });
  const failingLanes = new Set<string>();
  const steps = new Histogram({
    name: 'boreal_converge_step_duration_seconds',
    help: 'How long looks at servers took, by what came of them and what the server waits for now.',
    labelNames: ['result', 'waits'],
    buckets: WORK_BUCKETS,
    registers,
  });
  return {
    answered({ method, route, status, seconds }) {
      const of = { method, route: route ?? 'none' };
      answers.inc({ ...of, status });
      answerTimes.observe(of, seconds);
    },
    newsCame: (outcome) => news.inc({ outcome }),
    engineAnswered: ({ seconds, ...of }) => engineCalls.observe(of, seconds),
    ran({ schedule, engine, failed, seconds }) {
      const lane = `${schedule}/${engine}`;
      if (!failed) failing.remove({ schedule, engine });
      else if (!failingLanes.has(lane)) failing.setToCurrentTime({ schedule, engine });
      failingLanes[failed ? 'add' : 'delete'](lane);
      runs.observe({ schedule, outcome: failed ? 'failed' : 'ok' }, seconds);
      if (!failed) lastRuns.setToCurrentTime({ schedule });
    },
    clocksCompared: (aheadSeconds) => ahead.set(aheadSeconds),
    stepped: ({ seconds, result, waits }) => steps.observe({ result, waits: waits ?? 'nothing' }, seconds),
  };
}
