import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { parse } from 'yaml';
import { ROOT } from '../house/sources.ts';

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'info']) }),
          annotations: z.strictObject({ summary: z.string().min(10), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
/** Who is woken at night reads from the top. */
const PARTS = ['What it means', 'What customers notice', 'What to do', 'When it is over'];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const alerts = Rules.parse(parse(read('docs/monitoring/boreal.rules.yml'))).groups.flatMap(({ rules }) => rules);
const headings = (path: string, level: string) =>
  read(path)
    .replaceAll(/^ *```.*?^ *```/gms, '')
    .split('\n')
    .flatMap((line) => (line.startsWith(`${level} `) ? [line.slice(level.length + 1)] : []));

test('every alert names a page of its own, which says in all its parts what it means and what to do', () => {
  assert.ok(alerts.length > 12, String(alerts.length));
  for (const { alert, annotations } of alerts) {
    assert.equal(annotations.runbook, `docs/runbooks/${alert}.md`);
    assert.deepEqual(headings(annotations.runbook, '#'), [alert]);
    assert.deepEqual(headings(annotations.runbook, '##'), PARTS, alert);
    for (const part of read(annotations.runbook).split(/^## /m).slice(1))
      assert.ok(part.replace(/^.*\n/, '').trim().length > 5, `${alert}: ${part.split('\n')[0]} says nothing`);
  }
  const pages = globSync('docs/runbooks/*.md', { cwd: ROOT }).map((path) => basename(path, '.md'));
  assert.deepEqual(pages.toSorted(), alerts.map(({ alert }) => alert).toSorted(), 'no page is left of an alert that has gone');
});

const Played = z.object({
  tests: z.array(
    z
      .object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })) })
      .transform((one) => one.alert_rule_test),
  ),
});

test('promtool plays for every alert when it rings, and when it does not yet', () => {
  const checks = Played.parse(parse(read('tests/monitoring/rules.test.yml'))).tests.flat();
  const namesOf = (rings: boolean) => checks.filter(({ exp_alerts: all }) => all.length > 0 === rings).map(({ alertname }) => alertname);
  const [ringing, silent] = [new Set(namesOf(true)), new Set(namesOf(false))];
  const lacking = alerts.filter(({ alert }) => !ringing.has(alert) || !silent.has(alert)).map(({ alert }) => alert);
  assert.deepEqual(lacking, []);
});

test('the guide to monitoring lists every alert with its severity', () => {
  const rows = read('docs/operators-guide-monitoring.md').matchAll(/^\| \[(\w+)\]\(runbooks\/(\w+)\.md\) +\| (\w+) /gm);
  assert.deepEqual(
    [...rows].map(([, name, page, severity]) => ({ name, page, severity })),
    alerts.map(({ alert, labels }) => ({ name: alert, page: alert, severity: labels.severity })),
  );
});

test('what a page for the night has typed works for one process and for several, and as root', () => {
  const typed = globSync('docs/runbooks/*.md', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/`([^`\n]+)`|^ *((?:systemctl|psql|su) .*)$/gm)].map(([, word = '', line = '']) => ({
      path,
      command: word + line,
    })),
  );
  assert.ok(typed.length > 100, String(typed.length));
  assert.deepEqual(
    typed.filter(({ command }) => /^systemctl restart boreal(?![-@])/.test(command)),
    [],
    'where there are several, that would end all of them and start the one that does everything',
  );
  assert.deepEqual(
    typed.filter(({ command }) => /^psql (?!"\$\()/.test(command)),
    [],
    'root is nobody in Postgres: su postgres -c …',
  );
});

test('a command that needs the running Boreal is not typed in the second in which it starts', () => {
  const early = globSync('docs/{operators-guide*,runbooks/*}.md', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/^( *)```sh\n(.*?)^ *```/gms)].flatMap(([, , block = '']) => {
      const lines = block.split('\n').map((line) => line.trim());
      return lines.filter(
        (line, n) =>
          /^boreal (?!version)/.test(line) &&
          /^systemctl (?:(?:try-)?restart|start|enable --now) .*\bboreal(?! ?-)/.test(lines[n - 1] ?? ''),
      );
    }),
  );
  assert.deepEqual(early, [], 'systemctl comes back before Boreal has opened its database: curl … /readyz comes between');
});

test('nobody is told to retry a server in ERROR, at which nothing is under way', () => {
  assert.doesNotMatch(read('docs/runbooks/BorealServersInError.md'), /server retry/);
});

test('to go back by a version, the older one is installed before its command restores the copy', () => {
  const [, section = ''] = /^## Upgrading and removing$(.*)/ms.exec(read('docs/operators-guide-install.md')) ?? [];
  const steps = ["systemctl stop boreal 'boreal-api@*' 'boreal-worker@*'", '--allow-downgrades', '#to-go-back-to-a-moment)'];
  const places = steps.map((step) => section.indexOf(step));
  assert.ok(
    places.every((place, n) => place > (places[n - 1] ?? 0)),
    places.join(),
  );
  // The reason: whoever restores brings the copy up to date with their own version.
  assert.match(read('server/src/operator/commands/backup.commands.ts'), /await migrate\(postgres\.url\)/);
});

/** A heading as links name it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

test('every link within the documents leads to a page, and to a heading, that is there', () => {
  const documents = ['README.md', 'CHANGELOG.md', ...globSync('docs/{*,runbooks/*}.md', { cwd: ROOT })];
  const broken: string[] = [];
  let links = 0;
  for (const path of documents) {
    for (const [, target = ''] of read(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:https?|mailto):/.test(target)) continue;
      links += 1;
      const [file = '', heading] = target.split('#');
      const to = file === '' ? path : join(dirname(path), file);
      const isThere = existsSync(join(ROOT, to));
      if (!isThere) broken.push(`${path}: ${target}`);
      else if (heading !== undefined && to.endsWith('.md')) {
        const all = ['#', '##', '###', '####'].flatMap((level) => headings(to, level)).map(anchor);
        if (!all.includes(heading)) broken.push(`${path}: ${target}`);
      }
    }
  }
  assert.ok(links > 100, String(links));
  assert.deepEqual(broken, []);
});

test('the entry page leads to every guide, and the README and the site to the entry page', () => {
  const entry = read('docs/operators-guide.md');
  for (const guide of globSync('docs/operators-guide-*.md', { cwd: ROOT }).map((path) => basename(path)))
    assert.ok(entry.includes(`](${guide}`), `${guide} is led to`);
  assert.match(read('README.md'), /\]\(docs\/operators-guide\.md\)/);
  for (const language of ['en', 'fr']) assert.match(read(`server/src/site/docs/${language}/run.ts`), /docs\/operators-guide\.md/);
});
