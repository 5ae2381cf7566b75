import { createTransport } from 'nodemailer';
import { messageId, SEND_LIMIT_MS, type Handover, type Mailer, type OutgoingMail } from './mailer.ts';
import type { Sender } from './sender.ts';

const CONNECT_LIMIT_MS = 15_000;
const SILENCE_LIMIT_MS = 30_000;
const CONNECTIONS_MAX = 4;
const REASON_MAX = 300;

/** Sends mail through an SMTP server, over a few reused connections. `url` is smtp:// or smtps://, including user and password. */
export function createSmtpMailer(options: { url: string; from: Sender }): Mailer {
  const { from } = options;
  const transport = createTransport({ ...smtpOptions(options.url), pool: true });
  // A connection that breaks while idle is reopened with the next mail.
  transport.on('error', () => undefined);
  return {
    name: 'smtp',
    send: async (mail, signal) => {
      const limit = AbortSignal.timeout(SEND_LIMIT_MS);
      try {
        await transport.sendMail({ ...messageOf(mail, from), signal: signal === undefined ? limit : AbortSignal.any([limit, signal]) });
        return { is: 'sent' };
      } catch (error) {
        return refusalOf(error);
      }
    },
    close: async () => transport.close(),
  };
}

/**
 * Connection options for the server that a URL names. A password leaves this machine only encrypted: without TLS from the start, the server
 * must offer STARTTLS.
 */
export function smtpOptions(text: string) {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const auth = url.username === '' ? undefined : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && auth !== undefined && !isThisMachine(host),
    ...(auth && { auth }),
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function messageOf(mail: OutgoingMail, from: Sender) {
  return {
    from: { name: from.name, address: from.email },
    to: { name: mail.to.name ?? '', address: mail.to.email },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.at,
    messageId: messageId(mail, from),
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...stopHeaders(mail.stopUrl) },
  };
}

/** The headers with which a mail program's own button stops such mails. */
function stopHeaders(stopUrl: string | null): Record<string, string> {
  return stopUrl === null ? {} : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * A 5xx about the recipient or the message is final. One about Boreal (its sender, its password) is for the operator to fix: the mail is
 * kept and retried.
 */
function refusalOf(error: unknown): Handover {
  const { code, command, response, responseCode, message } = partsOf(error);
  const aboutMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  const permanent = aboutMail && (responseCode === null || responseCode >= 500);
  const reason = (response ?? message).replaceAll(/\p{Cc}+/gu, ' ').slice(0, REASON_MAX);
  return { is: 'refused', permanent, reason: code === null ? reason : `${code}: ${reason}` };
}

function partsOf(error: unknown) {
  const from: Record<string, unknown> = typeof error === 'object' && error !== null ? { ...error } : {};
  const text = (name: string) => (typeof from[name] === 'string' ? from[name] : null);
  return {
    code: text('code'),
    command: text('command'),
    response: text('response'),
    responseCode: typeof from['responseCode'] === 'number' ? from['responseCode'] : null,
    message: error instanceof Error ? error.message : String(error),
  };
}
