import addressparser from 'nodemailer/lib/addressparser';

/** The sender of mail: `Boreal <no-reply@gpu.example.com>`, or only the address. */
export interface Sender {
  readonly name: string;
  readonly email: string;
}

/** Parses a sender; null if the text is not exactly one address. */
export function parseSender(text: string): Sender | null {
  if (/\p{Cc}/u.test(text)) return null;
  const [mailbox, ...more] = addressparser(text, { flatten: true });
  if (!mailbox || more.length > 0 || !/^[^\s@<>]+@[^\s@<>]+$/.test(mailbox.address)) return null;
  return { name: mailbox.name, email: mailbox.address };
}
