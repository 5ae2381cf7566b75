/** A mail to one person, ready to send. */
export interface OutgoingMail {
  /** The delivery's id: the same at every attempt, as is the Message-ID derived from it. */
  readonly id: string;
  readonly kind: string;
  readonly to: { readonly email: string; readonly name: string | null };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The URL that stops such mails with a single POST (RFC 8058); null: they cannot be stopped. */
  readonly stopUrl: string | null;
  /** When it is sent, in real time. */
  readonly at: Date;
}

/** Whether a mail was handed over. Retrying cannot change a `permanent` refusal. */
export type Handover = { readonly is: 'sent' } | { readonly is: 'refused'; readonly permanent: boolean; readonly reason: string };

/** Sends mail. */
export interface Mailer {
  readonly name: 'smtp' | 'folder';
  /** Never throws; ends within SEND_LIMIT_MS, or soon after `signal` is aborted: then it is unknown whether the mail was accepted. */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Handover>;
  /** Deletes what it stores of mails sent before a time, in real time; absent if it stores nothing. */
  forget?(before: Date): Promise<void>;
  close(): Promise<void>;
}

/** The longest that one attempt may take: shorter than the lease that keeps others from attempting the same mail. */
export const SEND_LIMIT_MS = 60_000;

/** The Message-ID that a mail carries everywhere: a receiver that already has it may drop a second copy. */
export function messageId(mail: Pick<OutgoingMail, 'id'>, from: { email: string }): string {
  return `<${mail.id}@${from.email.slice(from.email.lastIndexOf('@') + 1)}>`;
}
