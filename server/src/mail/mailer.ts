/** A mail to one person, ready to leave. */
export interface OutgoingMail {
  /** The delivery's id: the same at every try, and so is the Message-ID that is made of it. */
  readonly id: string;
  readonly kind: string;
  readonly to: { readonly email: string; readonly name: string | null };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** When it is sent, in real time. */
  readonly at: Date;
}

/** Whether a mail was handed over. A `permanent` refusal is the same however often it is tried. */
export type Handover = { readonly is: 'sent' } | { readonly is: 'refused'; readonly permanent: boolean; readonly reason: string };

/** Where mail leaves. */
export interface Mailer {
  readonly name: 'smtp' | 'folder';
  /** Never throws; ends within SEND_LIMIT_MS, or soon after `signal` asks for it: then nobody knows whether the mail was taken. */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Handover>;
  /** Removes what it keeps of mails that it took before a time, in real time; left out where it keeps nothing. */
  forget?(before: Date): Promise<void>;
  close(): Promise<void>;
}

/** The longest one try takes: shorter than the lease that keeps others from trying the same mail. */
export const SEND_LIMIT_MS = 60_000;

/** The id that a mail carries wherever it goes: a receiver that has it already may drop a second copy. */
export function messageId(mail: Pick<OutgoingMail, 'id'>, from: { email: string }): string {
  return `<${mail.id}@${from.email.slice(from.email.lastIndexOf('@') + 1)}>`;
}
