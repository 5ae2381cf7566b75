import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { freePort, ROOT, until, type BorealProcess } from '../testing/boreal-process.ts';

// With the real Prometheus and Alertmanager, where they are installed: Debian's packages of these names.
const missing = ['prometheus', 'promtool', 'prometheus-alertmanager', 'amtool'].filter((name) => !isThere(name));
const options = missing.length === 0 ? {} : { skip: `not installed: ${missing.join(', ')}` };

const run = promisify(execFile);
const SOON_MS = 60_000;
const RULES = join(ROOT, 'docs/monitoring/boreal.rules.yml');

describe('the alerts', options, () => {
  let folder: string;
  let home: BorealHome;
  let boreal: BorealProcess;
  let prometheus: string;
  const children: ChildProcess[] = [];
  const told: string[] = [];
  const pager = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { alerts } = Page.parse(JSON.parse(Buffer.concat(chunks).toString()));
      told.push(...alerts.map(({ status, labels }) => `${labels.alertname} ${status}`));
      response.end();
    });
  });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boreal-monitoring-'));
    home = await makeBorealHome();
    const metricsPort = await freePort();
    boreal = await home.start({ BOREAL_METRICS: `127.0.0.1:${metricsPort}` });
    await new Promise<void>((resolve) => pager.listen(0, '127.0.0.1', resolve));
    const pagerPort = z.object({ port: z.number() }).parse(pager.address()).port;
    const [prometheusPort, managerPort] = [await freePort(), await freePort()];
    prometheus = `http://127.0.0.1:${prometheusPort}`;
    // The same rules, only sooner: nobody waits for minutes here.
    const rules = await readFile(RULES, 'utf8');
    await writeFile(join(folder, 'boreal.rules.yml'), rules.replaceAll(/^( +for:) \w+$/gm, '$1 1s'));
    await writeFile(
      join(folder, 'prometheus.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
        rule_files: ['boreal.rules.yml'],
        alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${managerPort}`] }] }] },
        scrape_configs: [{ job_name: 'boreal', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
      }),
    );
    await writeFile(
      join(folder, 'alertmanager.yml'),
      JSON.stringify({
        route: { receiver: 'pager', group_by: ['alertname'], group_wait: '0s', group_interval: '1s' },
        receivers: [{ name: 'pager', webhook_configs: [{ url: `http://127.0.0.1:${pagerPort}`, send_resolved: true }] }],
      }),
    );
    const start = (program: string, ...args: string[]) => children.push(spawn(program, args, { cwd: folder, stdio: 'ignore' }));
    start(
      'prometheus-alertmanager',
      '--config.file=alertmanager.yml',
      '--storage.path=manager',
      `--web.listen-address=127.0.0.1:${managerPort}`,
      '--cluster.listen-address=',
    );
    start(
      'prometheus',
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=prometheus',
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    );
    await until(
      'Prometheus has looked at Boreal',
      SOON_MS,
      () => values('boreal_house_readable'),
      ([value]) => value === '1',
    );
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    pager.close();
    await home.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What an expression is now. */
  async function values(expression: string): Promise<readonly string[]> {
    const answer = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`).catch(() => null);
    if (answer === null || answer.status === 503) return [];
    const { status, data, error } = Answer.parse(await answer.json());
    assert.equal(status, 'success', `${expression}: ${error}`);
    return (data?.result ?? []).map(({ value }) => value[1]);
  }

  test('they are as promtool wants them, and do what is promised of them', async () => {
    const own = await mkdtemp(join(tmpdir(), 'boreal-rules-'));
    try {
      await cp(RULES, join(own, 'boreal.rules.yml'));
      await cp(join(ROOT, 'tests/monitoring/rules.test.yml'), join(own, 'test.yml'));
      await run('promtool', ['check', 'rules', 'boreal.rules.yml'], { cwd: own });
      await run('promtool', ['test', 'rules', 'test.yml'], { cwd: own });
    } finally {
      await rm(own, { recursive: true });
    }
  });

  test('what the guide has for the files of Prometheus and Alertmanager is as their programs want it', async () => {
    const own = await mkdtemp(join(tmpdir(), 'boreal-guide-'));
    try {
      const guide = await readFile(join(ROOT, 'docs/operators-guide-monitoring.md'), 'utf8');
      const blocks = [...guide.matchAll(/^   ```yaml\n(.*?)^   ```$/gms)].map(([, text = '']) => text.replaceAll(/^   /gm, ''));
      assert.equal(blocks.length, 2);
      await cp(RULES, join(own, 'boreal.rules.yml'));
      await writeFile(join(own, 'prometheus.yml'), blocks[0] ?? '');
      await writeFile(join(own, 'alertmanager.yml'), blocks[1] ?? '');
      await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd: own });
      await run('amtool', ['check-config', 'alertmanager.yml'], { cwd: own });
    } finally {
      await rm(own, { recursive: true });
    }
  });

  test('whatever the dashboard shows, Prometheus can answer', async () => {
    const dashboard = Dashboard.parse(JSON.parse(await readFile(join(ROOT, 'docs/monitoring/boreal.dashboard.json'), 'utf8')));
    const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.ok(expressions.length > 15);
    for (const expression of expressions) await values(expression);
    const told = [
      'max(boreal_revenue_cad{since="month"})',
      'max(boreal_gpus_held) / max(boreal_gpus)',
      'max(boreal_ledger_checks_broken)',
      'max(boreal_hours_unbilled)',
      'sum(max by (engine) (boreal_engine_fenced))',
      'max(boreal_webhooks_waiting)',
      'sum(max by (of) (boreal_leases{state="expired"}))',
    ];
    for (const expression of told) {
      assert.ok(expressions.includes(expression), expression);
      assert.equal((await values(expression)).length, 1, expression);
    }
  });

  test('nobody is woken while all is well, somebody when Boreal hangs, and told when it is back', async () => {
    assert.deepEqual(told, []);
    process.kill(boreal.pid, 'SIGSTOP');
    try {
      await until(
        'the pager rings',
        SOON_MS,
        () => Promise.resolve<readonly string[]>(told),
        (all) => all.includes('BorealDown firing'),
      );
    } finally {
      process.kill(boreal.pid, 'SIGCONT');
    }
    await until(
      'the pager is told',
      SOON_MS,
      () => Promise.resolve<readonly string[]>(told),
      (all) => all.includes('BorealDown resolved'),
    );
  });
});

const Page = z.object({ alerts: z.array(z.object({ status: z.string(), labels: z.object({ alertname: z.string() }) })) });
const Answer = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }).optional(),
});
const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })) });

function isThere(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
