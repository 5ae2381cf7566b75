import { readFile, writeFile } from 'node:fs/promises';
import { endpoints } from './endpoints.ts';
import { describeApi, firstRegions } from './openapi/describe-api.ts';

/** Writes docs/openapi.json; with --check it only reports whether the file is up to date. Needs no database. */
const FILE = new URL('../../../docs/openapi.json', import.meta.url);
const SITE_URL = 'http://localhost:8080';

const text = `${JSON.stringify(await describeApi({ siteUrl: SITE_URL, endpoints, regions: firstRegions }), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  await writeFile(FILE, text);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  process.stderr.write('docs/openapi.json is not what the endpoints say. Run: node server/src/http/write-openapi.ts\n');
  process.exitCode = 1;
}
