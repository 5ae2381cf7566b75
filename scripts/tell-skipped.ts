import type { TestEvent } from 'node:test/reporters';

/** The first line of the summary of Node's runner. */
const SUMMARY = /^tests \d+$/;
const REASON_MAX = 200;

/**
 * Passes the runner's events on, and makes a reporter list skipped tests by reason before the summary: nobody looks for them among
 * thousands of lines, and what a machine lacks must be visible.
 */
export async function* tellSkipped(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const byReason = new Map<string, string[]>();
  for await (const event of events) {
    if (event.type === 'test:pass' && event.data.skip !== undefined && event.data.skip !== false) {
      const reason = reasonOf(event.data.skip);
      byReason.set(reason, [...(byReason.get(reason) ?? []), event.data.name]);
    }
    if (event.type === 'test:diagnostic' && event.data.nesting === 0 && SUMMARY.test(event.data.message) && byReason.size > 0) {
      yield { type: 'test:stdout', data: { file: '', message: listed(byReason) } };
      byReason.clear();
    }
    yield event;
  }
}

function reasonOf(skip: string | boolean): string {
  const [line = ''] = String(skip === true ? '' : skip).split('\n');
  return line === '' ? 'no reason was given' : line.slice(0, REASON_MAX);
}

function listed(byReason: ReadonlyMap<string, readonly string[]>): string {
  const most = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  const lines = most.map(
    ([reason, names]) => `${String(names.length).padStart(5)}  ${reason} (${names[0]}${names.length > 1 ? ' …' : ''})`,
  );
  return ['skipped, by reason:', ...lines, ''].join('\n');
}
