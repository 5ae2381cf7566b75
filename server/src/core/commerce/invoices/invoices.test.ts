import { orderSteps } from '../../testing/order-steps.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { addMs, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { updateProfile } from '../../ground/profiles/update-profile.ts';
import { startCloud } from '../../testing/cloud.ts';
import { billingMonth, dateOf } from '../../ground/calendar.rules.ts';
import { createOrder } from '../orders/create-order.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { registerTax, unregisterTax } from '../../money/tax/register-tax.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { transactionsAsCsv } from './export-transactions.ts';
import { getInvoicePdf } from './get-invoice-pdf.ts';
import { getInvoice, listAllInvoices, listInvoices } from './get-invoice.ts';
import { issueStatements } from './issue-statements.ts';
import { setCompany } from './set-company.ts';

const cloud = await startCloud({ start: new Date('2026-11-27T15:00:00Z') });
after(() => cloud.close());

const { settle } = orderSteps(() => cloud);

test('a document keeps what was true when it was issued: both parties, numbers, language', async () => {
  await setCompany(cloud.ctx, { name: 'Nord Calcul inc.', city: 'Montréal', province: 'QC' });
  await registerTax(cloud.ctx, { tax: 'GST_HST', number: '123456789RT0001' });
  await registerTax(cloud.ctx, { tax: 'QST', number: '1234567890TQ0001' });
  const customer = await payingCustomer(cloud);
  await updateProfile(customer.ctx, { language: 'fr', company: 'Zoé & fils' });
  await settle(await createTopUp(customer.ctx, { amountCad: 25 }));
  await setCompany(cloud.ctx, { name: 'Autre nom' });
  await updateProfile(customer.ctx, { company: null, language: 'en' });
  await unregisterTax(cloud.ctx, { tax: 'QST', from: '2027-01-01' });
  const [summary] = (await listInvoices(customer.ctx)).items;
  const invoice = await getInvoice(customer.ctx, { invoiceId: summary?.id ?? '' });
  assert.deepEqual(
    [invoice.language, invoice.content.seller.name, invoice.content.buyer.company],
    ['fr', 'Nord Calcul inc.', 'Zoé & fils'],
  );
  assert.deepEqual(
    invoice.content.taxes.map(({ label, registration }) => [label.fr, registration]),
    [
      ['TPS 5 %', '123456789RT0001'],
      ['TVQ 9,975 %', '1234567890TQ0001'],
    ],
  );
  await assert.rejects(sql`update invoices set total_micros = 0`.execute(cloud.db.sql), /never changed/);
  await assert.rejects(sql`truncate invoices`.execute(cloud.db.sql), /never changed/);
  const stranger = await cloud.customer('0');
  await assert.rejects(getInvoice(stranger.ctx, { invoiceId: invoice.id }), (error) => isAppError(error, 'NOT_FOUND'));
});

test('documents are found by their number, their days and, among all, by whose they are', async () => {
  const customer = await payingCustomer(cloud);
  await settle(await createTopUp(customer.ctx, { amountCad: 25 }));
  const number = (await listInvoices(customer.ctx)).items[0]?.number ?? '';
  const mine = async (filter: Parameters<typeof listInvoices>[1]) =>
    (await listInvoices(customer.ctx, filter)).items.map((one) => one.number);
  assert.deepEqual(await mine({ search: number.toLowerCase() }), [number]);
  assert.deepEqual(await mine({ search: '%' }), [], 'signs are as they are');
  const today = cloud.clock.now().toISOString().slice(0, 10);
  assert.deepEqual(await mine({ from: today, to: today }), [number]);
  assert.deepEqual(await mine({ to: '2001-01-01' }), []);
  await assert.rejects(mine({ from: '2001-02-01', to: '2001-01-01' }), (error) => isAppError(error, 'INVALID_REQUEST'));
  const { name } = await cloud.db.sql
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', customer.ctx.accountId)
    .executeTakeFirstOrThrow();
  const all = await listAllInvoices(cloud.ctx, { search: name });
  assert.ok(all.items.some((row) => row.number === number));
  assert.deepEqual(await mine({ search: name }), [], 'one’s own name would find all of them');
});

test("a province's own tax is charged from the day the operator registers for it", async () => {
  const customer = await payingCustomer(cloud, { place: 'BC' });
  const total = async () => {
    await settle(await createTopUp(customer.ctx, { amountCad: 100 }));
    return (await listInvoices(customer.ctx, { limit: 1 })).items[0]?.total;
  };
  assert.equal(await total(), 105);
  await registerTax(cloud.ctx, { tax: 'PST_BC', number: 'PST-1234-5678' });
  assert.equal(await total(), 112);
  await assert.rejects(registerTax(cloud.ctx, { tax: 'PST_BC', number: 'x', from: '2026-01-01' }), (error) =>
    isAppError(error, 'INVALID_REQUEST'),
  );
});

test('numbers follow each other without a gap, however many payments settle at once and whatever is rolled back', async () => {
  const customers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => payingCustomer(cloud, { card: n % 3 === 2 ? 'declined' : 'visa' })),
  );
  const begun = await Promise.all(customers.map((customer) => createTopUp(customer.ctx, { amountCad: 25 })));
  await Promise.all(begun.flatMap((each) => [settle(each), settle(each)]));
  const rows = await cloud.db.sql.selectFrom('invoices').select('number').where('prefix', '=', 'INV').orderBy('sequence').execute();
  assert.deepEqual(
    rows.map((row) => row.number),
    rows.map((_, n) => `INV-${String(n + 1).padStart(6, '0')}`),
  );
  await assertBooks(cloud);
});

test("a month's documents are what the ledger says of the month, and each account has one statement", async () => {
  const customer = await payingCustomer(cloud, { cad: '10' });
  const { ctx, sshKeyId } = customer;
  await settle(await createTopUp(ctx, { amountCad: 200 }));
  const ordered = await createOrder(ctx, {
    productId: 'h100-sxm-x1',
    cycle: 'monthly',
    region: 'canada-montreal',
    sshKeyId,
    autoRenew: false,
  });
  await settle(ordered);
  const serverId = await customer.deploy('l4-x1', { name: 'worker' });
  await cloud.settle();
  await refundPayment(cloud.ctx, { paymentId: ordered.paymentId, netMicros: 10_000_000n, reason: 'Goodwill', key: 'g' });
  const november = billingMonth(cloud.clock.now());
  await cloud.pass(5 * HOUR_MS, 30 * MINUTE_MS);
  assert.equal(await issueStatements(cloud.ctx), 0, 'the month is not over');
  await customer.remove(serverId);
  await cloud.settle();
  cloud.clock.moveTo(addMs(november.end, 90 * MINUTE_MS));
  assert.equal(await issueStatements(cloud.ctx), 0, 'the meter has not billed all of it');
  await cloud.meter();
  const [issued, again] = [await issueStatements(cloud.ctx), await issueStatements(cloud.ctx)];
  const moved = await cloud.db.sql.selectFrom('transfers').select('accountId').distinct().where('accountId', 'is not', null).execute();
  assert.deepEqual([issued, again], [moved.length, 0]);

  const [statement] = (await listInvoices(ctx, { kind: 'statement' })).items;
  const { content, net } = await getInvoice(ctx, { invoiceId: statement?.id ?? '' });
  const balance = Number(await customer.balance()) / 1e6;
  assert.deepEqual(content.balances, { opening: 0, closing: balance });
  const sum = content.lines.reduce((total, line) => total + Math.round(line.amount * 1e6), 0);
  assert.equal(sum / 1e6, balance);
  const used = content.lines.find((line) => line.description.en.startsWith('worker (l4-x1)'));
  assert.equal(used?.amount, -net);

  const { rows } = await sql<{ kind: string; net: bigint; tax: bigint }>`
    select kind::text, sum(net_micros)::bigint as net, sum(tax_micros)::bigint as tax from invoices
    where created_at < ${november.end} or kind = 'statement' group by 1`.execute(cloud.db.sql);
  const of = (kind: string) => rows.find((row) => row.kind === kind) ?? { net: 0n, tax: 0n };
  const ledger = async (account: string, where: string) => {
    const { rows: found } = await sql<{ micros: bigint }>`
      select coalesce(sum(case when credit_account_id = ${account} then amount_micros else -amount_micros end), 0)::bigint as micros
      from transfers where ${account} in (debit_account_id, credit_account_id) and created_at < ${november.end}
        and type::text = any(${where.split(',')})`.execute(cloud.db.sql);
    return found[0]?.micros ?? 0n;
  };
  assert.equal(of('receipt').tax + of('invoice').tax - of('credit_note').tax, await ledger('tax', 'topup,order,refund'));
  assert.equal(of('statement').net, await ledger('revenue', 'usage,backup,refund'));
  assert.equal(of('invoice').net - of('credit_note').net, await ledger('revenue', 'order'));
  assert.equal(
    of('receipt').net + of('receipt').tax + of('invoice').net + of('invoice').tax - of('credit_note').net - of('credit_note').tax,
    -(await ledger('cash', 'topup,order,refund')),
  );
  await assertBooks(cloud);
});

test('a PDF is the same bytes each time, in either language, and holds names of any European alphabet', async () => {
  const customer = await payingCustomer(cloud);
  await updateProfile(customer.ctx, { company: 'Łódź Žižkov Çelik Ελλάδα Київ' });
  await settle(await createTopUp(customer.ctx, { amountCad: 25 }));
  const [summary] = (await listInvoices(customer.ctx)).items;
  const invoiceId = summary?.id ?? '';
  const hash = async (language?: 'en' | 'fr') => {
    const { bytes, filename } = await getInvoicePdf(customer.ctx, { invoiceId, language });
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
    assert.equal(filename, `${summary?.number}.pdf`);
    return createHash('sha256').update(bytes).digest('hex');
  };
  assert.equal(await hash('en'), await hash('en'));
  assert.equal(await hash(), await hash('en'));
  assert.notEqual(await hash('fr'), await hash('en'));
});

test('transactions are exported as CSV that no spreadsheet takes for formulas', async () => {
  const customer = await payingCustomer(cloud, { cad: '10' });
  await settle(await createTopUp(customer.ctx, { amountCad: 25 }));
  const serverId = await customer.deploy('l4-x1', { name: '=HYPERLINK("http://evil")' });
  const linesOf = async (days: { from?: string; to?: string }, language: 'en' | 'fr' = 'en') => {
    let text = '';
    for await (const part of await transactionsAsCsv(customer.ctx, { ...days, language })) text += part;
    return text.trimEnd().split('\r\n');
  };
  const today = dateOf(cloud.clock.now());
  const lines = await linesOf({ from: today, to: today });
  assert.equal(lines[0], '\uFEFFid,time,type,amount CAD,balance after CAD,server,description,server name');
  assert.equal(lines.length, 4);
  assert.match(lines[1] ?? '', /,usage,-1\.09,33\.91,srv_\w+,"First hour of =HYPERLINK\(""http:\/\/evil""\) \(l4-x1\)","'=HYPERLINK/);
  assert.match(lines[2] ?? '', /,topup,25,35,,Credit purchased by card,$/);
  const french = await linesOf({ from: today, to: today }, 'fr');
  assert.match(french[1] ?? '', /,"Première heure de =HYPERLINK\(""http:\/\/evil""\) \(l4-x1\)",/);
  assert.match(french[2] ?? '', /,topup,25,35,,Crédit acheté par carte,$/);
  assert.equal((await linesOf({ to: '2026-01-01' })).length, 1);
  assert.equal((await linesOf({ from: '2099-01-01' })).length, 1);
  await assert.rejects(linesOf({ from: today, to: '2026-01-01' }), (error) => isAppError(error, 'INVALID_REQUEST'));
  await customer.remove(serverId);
});
