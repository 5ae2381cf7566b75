// npm run bench:years -- [--servers 10000] [--days 14] [--large 100] [--months 36]
//
// What a fleet that has been sold for years costs: how large its tables are, how long an hour of the meter and the nightly verification
// take, and which pages are slow. On an embedded Postgres in a temporary folder, filled by SQL through the real partitions: the whole fleet
// for some days, and one large customer for all the years, so that reads per account are as large as they get, and reads over everybody can
// be extrapolated.
import { parseArgs } from 'node:util';
import { startCloud } from '../server/src/core/testing/cloud.ts';
import { prepareTemplate } from '../server/src/db/testing.ts';
import { fillYears, type Years } from './years/fill-years.ts';
import { measurePages } from './years/measure-pages.ts';
import { tellSizes } from './years/tell-sizes.ts';
import { seconds } from './report.ts';
import { withPostgres } from './with-postgres.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '10000' },
    days: { type: 'string', default: '14' },
    large: { type: 'string', default: '100' },
    months: { type: 'string', default: '36' },
  },
});
const years: Years = {
  servers: Number(values.servers),
  days: Number(values.days),
  large: Number(values.large),
  months: Number(values.months),
};
const begun = performance.now();
const say = (line: string) => console.log(`[${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s] ${line}`);

await withPostgres(async ({ url }) => {
  process.env['BOREAL_TEST_POSTGRES'] = url;
  await prepareTemplate(url);
  const cloud = await startCloud({ start: new Date('2026-12-02T15:00:00Z'), plans: 'as in production' });
  try {
    const filled = await fillYears(cloud, years, say);
    for (const line of await tellSizes(cloud.db, { ...years, hours: filled.hours })) say(line);
    for await (const { what, ms, note } of measurePages(cloud, filled)) say(`${seconds(ms / 1000).padStart(9)}  ${what}${note}`);
  } finally {
    await cloud.close();
  }
});
