import { join } from 'node:path';
import { DEFAULT_DATA_DIR, type Config } from '../config.ts';
import type { Boreal } from '../wire.ts';

/** What the terminal shows once everything runs: the URL and, for the demo, how to try it. */
export function banner(config: Config, boreal: Boreal, startedInMs: number): string {
  const base = `${config.siteUrl}/api`;
  const lines = ['', `Boreal is running (${config.mode}, ${config.role}, ${enginesText(config)}, started in ${startedInMs} ms).`];
  if (config.unread.length > 0) lines.push('', 'These settings do nothing:', ...config.unread.map((sentence) => `  - ${sentence}`), '');
  if (config.role === 'worker') return [...lines, ''].join('\n');
  lines.push(`  Site      ${config.siteUrl}`, `  Console   ${config.siteUrl}/console`);
  lines.push(`  REST API  ${base}`, `  OpenAPI   ${base}/v1/openapi.json`);
  if (config.smtpUrl === null && config.role !== 'api')
    lines.push(`  Mail      ${join(config.dataDir, 'mail')} (SMTP_URL names no server)`);
  if (config.timeScale !== 1) lines.push(`  Clock     ${config.timeScale} times faster than time`);
  if (config.payments.provider === 'stripe' && config.payments.testMode)
    lines.push('  Cards     Stripe in test mode: no money moves, and its test cards buy credit');
  for (const { name, missing } of boreal.engines) {
    if (missing.length > 0) lines.push('', `The ${name} engine is not ready:`, ...missing.map((sentence) => `  - ${sentence}`));
  }
  for (const { name, unsafe } of boreal.engines) {
    const which = boreal.engines.length > 1 ? `machines of ${name}` : 'these machines';
    if (unsafe.length > 0) lines.push('', `Do not rent ${which} to strangers:`, ...unsafe.map((sentence) => `  - ${sentence}`));
  }
  if (boreal.unsaid.length > 0) {
    lines.push('', 'Receipts and invoices are not complete:', ...boreal.unsaid.map((sentence) => `  - ${sentence}`));
  }
  const [first] = boreal.demo?.customers ?? [];
  if (boreal.demo && first) {
    lines.push('', 'Demo customers (all secrets are in demo.json in the data directory):');
    for (const customer of boreal.demo.customers) lines.push(`  ${customer.name.padEnd(8)} ${customer.restKey}`);
    lines.push(
      '',
      'Try:',
      `  curl ${base}/v1/availability`,
      `  curl -H "Authorization: Bearer ${first.restKey}" "${base}/servers/deploy-quote?productId=l4-x1"`,
      `  ${environment(config)}npm run operator -- ledger verify`,
    );
  }
  return [...lines, '', 'Stop with Ctrl-C.', ''].join('\n');
}

function enginesText({ engines }: Config): string {
  const names = engines.map(({ name }) => name);
  return names.length === 1 ? `${names[0]} engine` : `engines ${names.join(', ')}`;
}

/** The variables that the operator's command needs to find this Boreal, if it cannot do so by itself. */
function environment({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== null) return 'DATABASE_URL=… ';
  return dataDir === DEFAULT_DATA_DIR ? '' : `BOREAL_DATA_DIR=${dataDir} `;
}
