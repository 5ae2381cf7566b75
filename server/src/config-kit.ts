import { ConfigError, readConfig } from './config.ts';

/** As little as production starts with. */
export const production = {
  BOREAL_MODE: 'production',
  SITE_URL: 'https://gpu.example.com',
  DATABASE_URL: 'postgres://boreal@localhost/boreal',
  BOREAL_ENGINE: 'simulated',
  BOREAL_PAYMENTS: 'sandbox',
  SMTP_URL: 'smtps://boreal:secret@mail.example.com',
  MAIL_FROM: 'Boreal <no-reply@gpu.example.com>',
  BOREAL_SECRET: 'a-secret-of-thirty-two-characters-or-more',
};

/** What is said to be wrong; nothing where nothing is. */
export function problemsOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
