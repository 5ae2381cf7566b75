import { createTransport } from 'nodemailer';
import { smtpOptions } from './smtp-mailer.ts';

/** Connects and signs in as it would to send a mail, but sends none. Returns why that failed; null: it worked. */
export async function checkSmtp(url: string): Promise<string | null> {
  const transport = createTransport(smtpOptions(url));
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}
