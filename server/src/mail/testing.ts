import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A mail that a server accepted. */
export interface TakenMail {
  readonly to: string;
  readonly user: string | null;
  /** Names in lowercase; folded lines joined, encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

/** A refusing reply, such as a temporary 451 or a permanent 550. */
export interface Refusal {
  readonly code: number;
  readonly text: string;
}

/** A real SMTP server on a free local port, which stores what it accepts. */
export interface TestSmtpServer {
  readonly port: number;
  readonly url: string;
  readonly taken: TakenMail[];
  /** Refuses a recipient if this returns a refusal; can be set at any time. */
  refuseRecipient: (address: string) => Refusal | null;
  refuseSender: (address: string) => Refusal | null;
  /** Called with the mail before it is acknowledged. */
  onTaken: (mail: TakenMail) => Promise<Refusal | null>;
  close(): Promise<void>;
}

export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 500,
    onMailFrom: ({ address }, _session, done) => done(errorOf(test.refuseSender(address))),
    onRcptTo: ({ address }, _session, done) => done(errorOf(test.refuseRecipient(address))),
    onData: async (stream, session, done) => done(await take(test, stream, session)),
    ...options,
  });
  // Some tests are about clients that disconnect halfway.
  server.on('error', () => undefined);
  const test: TestSmtpServer = {
    port: await listen(server),
    get url() {
      return `smtp://127.0.0.1:${this.port}`;
    },
    taken: [],
    refuseRecipient: () => null,
    refuseSender: () => null,
    onTaken: async () => null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return test;
}

async function take(test: TestSmtpServer, stream: Readable, { envelope, user }: SMTPServerSession): Promise<Error | null> {
  const raw = (await buffer(stream)).toString('latin1');
  const mail = read(raw, { to: envelope.rcptTo[0]?.address ?? '', user: typeof user === 'string' ? user : null });
  const refusal = await test.onTaken(mail);
  if (refusal === null) test.taken.push(mail);
  return errorOf(refusal);
}

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('the server has no port'));
    });
  });
}

function errorOf(refusal: Refusal | null): Error | null {
  return refusal === null ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code });
}

/** Parses a message with the two parts that Boreal's mails have. */
function read(raw: string, session: { to: string; user: string | null }): TakenMail {
  const [head, body] = split(raw);
  const headers = headersOf(head);
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r?\n/, '')));
  const part = (type: string) => {
    const [partHead, partBody] = parts.find(([names]) => (headersOf(names)['content-type'] ?? '').startsWith(type)) ?? ['', ''];
    return decoded(partBody, headersOf(partHead)['content-transfer-encoding'] ?? '7bit');
  };
  return { ...session, headers, text: part('text/plain'), html: part('text/html') };
}

function split(text: string): [head: string, body: string] {
  const [head = '', ...body] = text.split(/\r?\n\r?\n/);
  return [head, body.join('\r\n\r\n')];
}

function headersOf(head: string): Record<string, string> {
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const match = /^([^:]+):\s*(.*)$/.exec(line);
      return match ? [[match[1]?.toLowerCase() ?? '', words(match[2] ?? '')]] : [];
    }),
  );
}

/** A header's encoded words as text (RFC 2047). */
function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_all, how: string, text: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : quotedPrintable(text.replaceAll('_', ' ')),
    );
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  const text = encoding === 'quoted-printable' ? quotedPrintable(body.replaceAll(/=\r?\n/g, '')) : Buffer.from(body, 'latin1').toString();
  return text.replaceAll('\r\n', '\n').trimEnd();
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
