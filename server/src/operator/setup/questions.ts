import { MICROS_PER_CAD, parseCad } from '@boreal/contract/values/money.ts';
import { EmailText } from '@boreal/contract/people/members.ts';
import { readValue } from '@boreal/contract/values/read-value.ts';
import { USER_NAME } from '@boreal/contract/shop/limits.ts';
import { NameText } from '@boreal/contract/values/written-text.ts';
import { isIPv4 } from 'node:net';
import type { z } from 'zod';
import { parseSender } from '../../mail/sender.ts';
import { OperatorError } from '../operator-error.ts';

/** Something that setup must know. Its name is its flag, and its line in a file of answers. */
export interface Question {
  readonly asks: string;
  /** Added to the help text if it says more than the question. */
  readonly help?: string;
  /** Never shown, and never a flag: every user of a machine sees all command lines. */
  readonly secret?: true;
  /** The possible answers, if they are limited. */
  readonly choices?: readonly string[];
  /** The environment variable that answers it, for a secret. */
  readonly variable?: string;
  /** Parses and normalises the answer. @throws OperatorError with what to write instead */
  readonly read: (text: string) => string;
}

export const questions = {
  site: {
    asks: 'Address of the site, as customers type it (https://gpu.example.com)',
    read: (text) => matching(text.replace(/\/$/, ''), isSite, 'Write an address such as https://gpu.example.com, without a path.'),
  },
  database: {
    asks: 'Database: "own", which Boreal runs and backs up, or "yours", a Postgres that you run',
    choices: ['own', 'yours'],
    read: oneOf(['own', 'yours']),
  },
  'database-url': {
    asks: 'Address of your Postgres (postgres://boreal:PASSWORD@localhost/boreal)',
    secret: true,
    variable: 'DATABASE_URL',
    read: (text) => matching(text, (url) => /^postgres(ql)?:\/\//.test(url), 'It must begin with postgres://.'),
  },
  'backup-folder': {
    asks: 'Folder for the backups of the database, best on another disk',
    read: (text) => matching(text, (path) => path.startsWith('/'), 'Write a whole path such as /var/backups/boreal.'),
  },
  smtp: {
    asks: 'Mail server (smtps://mail.example.com, or smtp://localhost:25), without user and password',
    read: (text) =>
      matching(text.replace(/\/$/, ''), isMailServer, 'Write smtps://HOST or smtp://HOST:PORT. User and password are asked on their own.'),
  },
  'smtp-user': { asks: 'User at the mail server; nothing if it asks for none', read: (text) => text },
  'smtp-password': { asks: 'Password at the mail server', secret: true, variable: 'SMTP_PASSWORD', read: filled },
  'mail-from': {
    asks: 'Whom mail comes from (Boreal <no-reply@gpu.example.com>)',
    read: (text) => matching(text, (sender) => parseSender(sender) !== null, 'Write an address such as no-reply@gpu.example.com.'),
  },
  payments: {
    asks: 'Who charges cards: "stripe", or "sandbox", which only pretends to',
    choices: ['stripe', 'sandbox'],
    read: oneOf(['stripe', 'sandbox']),
  },
  'stripe-secret-key': {
    asks: "Stripe's secret key (sk_… or rk_…)",
    secret: true,
    variable: 'STRIPE_SECRET_KEY',
    read: (text) => matching(text, (key) => /^(sk|rk)_\w+$/.test(key), 'It begins with sk_ or rk_.'),
  },
  'stripe-publishable-key': {
    asks: "Stripe's publishable key (pk_…)",
    read: (text) => matching(text, (key) => /^pk_\w+$/.test(key), 'It begins with pk_.'),
  },
  'stripe-webhook-secret': {
    asks: "The signing secret of Stripe's webhook (whsec_…)",
    secret: true,
    variable: 'STRIPE_WEBHOOK_SECRET',
    read: (text) => matching(text, (key) => /^whsec_\w+$/.test(key), 'It begins with whsec_.'),
  },
  engine: {
    asks: 'What makes the machines: "incus", or "simulated", which only pretends to',
    choices: ['incus', 'simulated'],
    read: oneOf(['incus', 'simulated']),
  },
  storage: {
    asks: 'Where machines lie: an empty disk (/dev/nvme1n1), a storage pool of Incus by its name, or a file of a size (200GB)',
    read: filled,
  },
  'backup-storage': { asks: 'Where their backups lie, in the same way: another disk or pool', read: filled },
  addresses: {
    asks: 'Public network that is routed to this machine, for servers (203.0.113.16/28); nothing: they share one address by its ports',
    read: (text) =>
      text === '' ? '' : matching(text, isNetwork, 'Write an IPv4 network such as 203.0.113.16/28, of 8 to 4096 addresses.'),
  },
  'public-address': {
    asks: 'Public address that leads to this machine',
    read: (text) => matching(text, isIPv4, 'Write an IPv4 address such as 203.0.113.7.'),
  },
  'listen-address': {
    asks: "This machine's own address, at which that arrives",
    read: (text) => matching(text, isIPv4, 'Write an IPv4 address such as 192.168.1.10.'),
  },
  ports: {
    asks: 'Ports of it for servers, on which nothing else answers',
    read: (text) => matching(text, (range) => /^\d{4,5}-\d{4,5}$/.test(range), 'Write a range such as 20000-29999.'),
  },
  machines: {
    asks: 'Servers are "container", or "vm" with a kernel of their own',
    choices: ['container', 'vm'],
    read: oneOf(['container', 'vm']),
  },
  image: { asks: 'Image of Incus that servers are made from, by its alias; it is made if there is none', read: filled },
  'image-source': {
    asks: 'What that is made from: an image of images.linuxcontainers.org with cloud-init, or an alias in Incus',
    read: filled,
  },
  'image-user': {
    asks: 'User of the image',
    read: (text) => matching(text, (name) => USER_NAME.test(name), 'Write a name such as ubuntu.'),
  },
  'gpu-cleaner': {
    asks: 'Program that cleans a GPU before another customer gets it (a whole path, or unix:///path/of/a.socket), or "none"',
    read: (text) => matching(text, (path) => path === 'none' || /^(unix:\/\/)?\//.test(path), 'Write a whole path, or none.'),
  },
  places: {
    asks: 'No GPU was found. Places for servers without one, to try everything; nothing for none',
    read: (text) => (text === '' ? '' : matching(text, (number) => /^[1-9]\d{0,2}$/.test(number), 'Write a number such as 2.')),
  },
  price: {
    asks: 'Price of one GPU, CAD an hour',
    read: (text) => matching(text, (amount) => (parseCad(amount) ?? 0n) > 0n, 'Write an amount such as 0.69.'),
  },
  'ssh-key': { asks: 'File with the public SSH key that is let in to the first server', read: filled },
  'first-server': {
    asks: 'Make a first server for that customer now, from the credit? "yes" or "no"',
    choices: ['yes', 'no'],
    read: oneOf(['yes', 'no']),
  },
  company: { asks: 'Your company, as it stands on receipts', read: as(NameText) },
  street: { asks: 'Its street and number', read: as(NameText) },
  city: { asks: 'Its city', read: as(NameText) },
  province: { asks: 'Its province or state (QC)', read: as(NameText) },
  'postal-code': { asks: 'Its postal code', read: as(NameText) },
  country: {
    asks: 'Its country, in two letters',
    read: (text) => matching(text.toUpperCase(), (code) => /^[A-Z]{2}$/.test(code), 'Write two letters, such as CA.'),
  },
  'company-email': { asks: 'Where customers write about money', read: as(EmailText) },
  gst: { asks: 'Your GST/HST number; nothing if you have none yet', read: (text) => (text === '' ? '' : as(NameText)(text)) },
  qst: { asks: 'Your QST number; nothing if you have none', read: (text) => (text === '' ? '' : as(NameText)(text)) },
  'operator-email': { asks: 'Your own address: the first operator, who may do everything', read: as(EmailText) },
  'operator-name': { asks: 'Your name', read: as(NameText) },
  'customer-email': { asks: 'Address of a first customer; nothing for none', read: (text) => (text === '' ? '' : as(EmailText)(text)) },
  'customer-name': { asks: "The first customer's name", read: as(NameText) },
  credit: {
    asks: 'Credit that the first customer is given, CAD',
    read: (text) => matching(text, isPresent, 'Write an amount from 0 to 1000, such as 25.'),
  },
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionName = keyof typeof questions;

export const questionNames: readonly QuestionName[] = Object.keys(questions).filter(isQuestion);

export function isQuestion(name: string): name is QuestionName {
  return Object.hasOwn(questions, name);
}

/** The name of the flag that answers a question; a secret's flag names a file. */
export function flagOf(name: QuestionName): string {
  const { secret }: Question = questions[name];
  return secret ? `--${name}-file` : `--${name}`;
}

function matching(text: string, fits: (text: string) => boolean, sentence: string): string {
  if (!fits(text)) throw new OperatorError(sentence);
  return text;
}

function filled(text: string): string {
  return matching(text, (each) => each !== '', 'It must not be empty.');
}

function oneOf(choices: readonly string[]): (text: string) => string {
  return (text) => matching(text, (choice) => choices.includes(choice), `Write ${choices.join(' or ')}.`);
}

function as(schema: z.ZodType<string>): (text: string) => string {
  return (text) => {
    const read = readValue(schema, text);
    if (!read.success) throw new OperatorError(read.issues[0]?.message.en ?? 'This text cannot be used.');
    return read.data;
  };
}

/** Large enough for a gateway, Incus' own leases, and some servers. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = ''] = /^([\d.]+)\/(\d+)$/.exec(text) ?? [];
  return isIPv4(address) && Number(bits) >= 20 && Number(bits) <= 29;
}

/** A larger amount would need a second operator, whom a new installation does not have. */
function isPresent(text: string): boolean {
  const micros = parseCad(text);
  return micros !== null && micros >= 0n && micros <= 1000n * MICROS_PER_CAD;
}

/** As production requires: https, or this machine only. */
function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'));
}

function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password, pathname } = new URL(text);
  return hostname !== '' && username === '' && password === '' && (pathname === '' || pathname === '/');
}
