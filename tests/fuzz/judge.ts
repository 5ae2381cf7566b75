import { AccountAction, errorStatuses, type ErrorCode } from '@boreal/contract/errors/errors.ts';
import { signInErrors } from '@boreal/contract/people/sign-in.ts';
import { z } from 'zod';
import { isWrite } from '../../server/src/door/origin.ts';
import { SITE_URL, type FuzzWorld } from './fuzz-world.ts';
import { judgeAgents } from './judge-agents.ts';
import { at, parseJson } from './json.ts';
import type { FuzzAnswer, Sent } from './step.ts';
import type { TableRow, Target } from './targets.ts';
import { wrong } from './wrong.ts';

/** Checks an answer against its door's promises. Throws Wrong. */
export function judge(target: Target | null, sent: Sent, answer: FuzzAnswer, { document }: FuzzWorld): void {
  everyAnswer(sent, answer, target);
  // A method or an address that the target does not have is answered as one that nobody has.
  if (target === null || sent.method !== target.method) return elsewhere(sent, answer);
  switch (target.door) {
    case 'rest':
      try {
        document.check({ method: sent.method, url: sent.url }, { ...answer, json: parseJson(answer.text) ?? null });
      } catch (error) {
        wrong(error instanceof Error ? (error.message.split(/: (?:GET|POST|PUT|DELETE) /)[0] ?? 'the document') : 'the document');
      }
      return rowsRefusal(target.row, sent, answer);
    case 'member':
    case 'person':
    case 'stranger':
    case 'operator':
      if (answer.status >= 400) return rowsRefusal(target.row, sent, answer);
      return rowsSuccess(target.row, answer);
    case 'file':
      if (answer.status >= 400) refusal(sent, answer);
      else if (answer.status !== 200) wrong(`a file is answered with ${answer.status}`);
      return undefined;
    case 'auth':
      if (answer.status >= 400) return void refusal(sent, answer);
      if (answer.status === 302 && answer.headers['location']?.startsWith(`${SITE_URL}/`)) return undefined;
      if (answer.status !== 200) wrong(`signing in is answered with ${answer.status}`);
      return parseJson(answer.text) === undefined ? wrong('an answer of the sign-in that is no JSON') : undefined;
    case 'agents':
      return judgeAgents(sent, answer);
    case 'news':
      if (![200, 400, 413, 415].includes(answer.status)) wrong(`news of the provider are answered with ${answer.status}`);
      return undefined;
    case 'site':
      return elsewhere(sent, answer);
  }
}

/** Words that only a stack trace or a database says. Nothing that is sent looks like them. */
const INNER_WORDS =
  /\bat (?:async )?[\w.<>]+ \((?:file:|node:|\/)|node_modules|\.ts:\d+:\d+|duplicate key value|violates \w+ constraint|syntax error at or near|relation "|column "|invalid input syntax|ECONN|error: null value|TypeError|ReferenceError|ZodError|kysely|postgres(?:ql)?:\/\//i;

function everyAnswer(sent: Sent, answer: FuzzAnswer, target: Target | null): void {
  const { status, headers, text } = answer;
  if (status >= 500 && !isForeseen503(target, answer)) wrong(`answered with ${status}`);
  if (status < 200) wrong('closed without an answer');
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(headers['x-request-id'] ?? '')) wrong('no X-Request-Id');
  // A page of the site or of its documentation may name them.
  const isJson = /json|event-stream/.test(headers['content-type'] ?? '');
  const inner = isJson && status >= 400 ? INNER_WORDS.exec(text)?.[0] : undefined;
  if (inner !== undefined && !sentText(sent).includes(inner)) wrong(`inner words in an answer: ${inner.slice(0, 30)}`);
  if (status === 429 && !/^([1-9]|[1-5]\d|60)$/.test(headers['retry-after'] ?? '')) {
    // Signing in and mails may have limits of a day.
    if (!/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) wrong('429 without Retry-After');
  }
  if (isJson && !headers['content-type']?.includes('event-stream') && text !== '' && parseJson(text) === undefined)
    wrong('JSON that cannot be read');
}

function sentText({ url, headers, body }: Sent): string {
  return `${url} ${JSON.stringify(headers)} ${body ?? ''}`;
}

function isForeseen503(target: Target | null, { status, text, headers }: FuzzAnswer): boolean {
  if (status !== 503) return false;
  if (target?.row?.errors.includes('PAYMENTS_UNAVAILABLE') && text.includes('PAYMENTS_UNAVAILABLE')) return true;
  // The console's page, which has styles with a nonce, says that it is not built: not all who run this have built it.
  return headers['content-security-policy']?.includes("'nonce-") === true && !text.includes('req_');
}

/** Of an address that no table names, or that is a page: it is there, moved, or refused in a way that its reader reads. */
function elsewhere(sent: Sent, answer: FuzzAnswer): void {
  const type = answer.headers['content-type'] ?? '';
  if (answer.status >= 400 && sent.method !== 'HEAD' && type.startsWith('application/json') && !isRpc(answer)) refusal(sent, answer);
  if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
    const to = answer.headers['location'] ?? '';
    if (!/^\/(?!\/)/.test(to) && !to.startsWith(`${SITE_URL}/`)) wrong('leads to another site');
  }
}

function isRpc({ text }: FuzzAnswer): boolean {
  return at(parseJson(text), 'jsonrpc') === '2.0' || at(parseJson(text), 'received') === false;
}

function rowsSuccess(row: TableRow | null, answer: FuzzAnswer): void {
  if (row === null) return;
  const isKnown = answer.status === 304 && row.method === 'GET';
  if (isKnown) return;
  if (answer.status !== row.status) wrong(`answered with ${answer.status}`);
  const { error } = row.answer.safeParse(parseJson(answer.text));
  if (error) wrong(`the answer is not as its schema: ${error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ')}`);
}

/** A refusal that the row declares, or one that every row has. */
function rowsRefusal(row: TableRow | null, sent: Sent, answer: FuzzAnswer): void {
  if (answer.status < 400) return;
  const code = refusal(sent, answer, row);
  if (row === null || !isErrorCode(code)) return;
  const foreseen = new Set<ErrorCode>([...row.errors, ...ofEveryRow(row), ...ofEveryDoor(sent)]);
  if (!foreseen.has(code)) wrong(`${code} is not foreseen by its row`);
}

/** Node reads 16 kB of a request before its body, some of which the client adds by itself. */
const HEAD_KNOWN_TO_FIT = 15_000;

/** What is refused before anybody knows which row is meant. */
function ofEveryDoor({ url, headers }: Sent): ErrorCode[] {
  const head = [url, ...Object.entries(headers).flat()].reduce((sum, text) => sum + text.length, 0);
  return head > HEAD_KNOWN_TO_FIT ? ['INVALID_REQUEST'] : [];
}

/** What the gates and the reading of a request may refuse. */
function ofEveryRow({ takes, method, needs, path, auth, tellsSecret, opensWayIn }: TableRow): ErrorCode[] {
  return [
    'Too many requests',
    ...(auth === 'key' ? (['Unauthorized', 'NOT_SIGNED_IN'] as const) : []),
    ...(isWrite(method) ? (['FORBIDDEN_ORIGIN', 'INVALID_REQUEST'] as const) : []),
    ...(takes.query ? (['INVALID_REQUEST'] as const) : []),
    ...(method === 'POST' ? (['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'] as const) : []),
    ...(opensWayIn ? (['PROOF_REQUIRED'] as const) : []),
    ...(method === 'POST' && tellsSecret ? (['ALREADY_DONE'] as const) : []),
    ...(needs === null && !path.includes('operator') ? (['NOT_FOUND'] as const) : (['PERMISSION_DENIED', 'NOT_FOUND'] as const)),
  ];
}

const Refused = z.looseObject({ error: z.string().min(1), message: z.string().min(8) });

/** Checks what every refusal has; returns its code. */
function refusal(sent: Sent, answer: FuzzAnswer, row: TableRow | null = null): string {
  if (sent.method === 'HEAD') return '';
  const read = Refused.safeParse(parseJson(answer.text));
  if (!read.success) return wrong('a refusal without error and message');
  const { error: code } = read.data;
  if (!/^(en|fr)$/.test(answer.headers['content-language'] ?? '')) wrong('a refusal that does not say its language');
  const statuses: number[] = isErrorCode(code) ? [row?.statuses[code] ?? errorStatuses[code]] : [];
  if (isErrorCode(code) && !statuses.includes(answer.status)) wrong(`${code} with status ${answer.status}`);
  if (!isErrorCode(code) && !(code in signInErrors) && !/^[A-Z_]+$/.test(code)) wrong('a code that no table has');
  if (code === 'Unauthorized') action(read.data, 'authorization' in sent.headers ? null : 'NO_API_KEY', answer);
  if (answer.status === 402) action(read.data, code === 'BUDGET_CAP_REACHED' ? 'BUDGET_CAP_REACHED' : 'PAYMENT_REQUIRED', answer);
  return code;
}

function action(body: unknown, code: string | null, answer: FuzzAnswer): void {
  const read = AccountAction.safeParse(at(body, 'accountAction'));
  if (!read.success) return wrong(`${answer.status} without a right accountAction`);
  const { links, action: first, message } = read.data;
  if (code !== null && read.data.code !== code) wrong(`${answer.status} with the accountAction ${read.data.code}`);
  if (![first.url, ...Object.values(links)].every((link) => link.startsWith(`${SITE_URL}/`)))
    wrong('an accountAction that leads elsewhere');
  if (!message.includes(first.url)) wrong('an accountAction whose sentence has no link');
}

export function isErrorCode(code: string): code is ErrorCode {
  return code in errorStatuses;
}
