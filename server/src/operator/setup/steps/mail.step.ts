import { settingChanges } from '../setting-changes.ts';
import type { Setup, Step } from '../step.ts';

/** How mail leaves. */
export const mailStep: Step = {
  name: 'mail',
  async plan(setup) {
    const { answers, settings } = setup;
    const now = await settings.read();
    const url = (await answers.given('smtp')) === null && now['SMTP_URL'] ? now['SMTP_URL'] : await askServer(setup, now['SMTP_URL']);
    const host = new URL(now['SITE_URL'] ?? 'http://localhost').hostname;
    const from =
      (await answers.given('mail-from')) ??
      now['MAIL_FROM'] ??
      (await answers.get('mail-from', { ...(host !== 'localhost' && { byDefault: `Boreal <no-reply@${host}>` }) }));
    return {
      stands: `sent through ${new URL(url).host} as ${from}`,
      changes: await settingChanges(setup, [
        { name: 'SMTP_URL', value: url, secret: true },
        { name: 'MAIL_FROM', value: from },
      ]),
    };
  },
};

/** Asks until the server accepts the sign-in, or the operator chooses to keep the settings anyway. */
async function askServer({ answers, outside }: Setup, before: string | undefined): Promise<string> {
  for (;;) {
    const url = new URL(await answers.get('smtp'));
    const user = await answers.get('smtp-user', { byDefault: '' });
    if (user !== '') {
      url.username = encodeURIComponent(user);
      url.password = encodeURIComponent(await answers.get('smtp-password'));
    }
    const text = url.href.replace(/\/$/, '');
    const problem = text === before ? null : await outside.mail(text);
    if (problem === null || (await answers.keepAllTheSame(problem))) return text;
    answers.forget('smtp', 'smtp-user', 'smtp-password');
  }
}
