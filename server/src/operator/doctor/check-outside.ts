import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Config } from '../../config.ts';
import { checkSmtp } from '../../mail/check-smtp.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { ok, soon, wrong, type Finding } from './finding.ts';
import { judgeCertificate } from './judge.rules.ts';

const PATIENCE_MS = 10 * SECOND_MS;

/** The site as browsers see it: its name, and the certificate of the proxy in front of it. */
export async function checkSite({ siteUrl }: Pick<Config, 'siteUrl'>, now: Date): Promise<Finding[]> {
  const url = new URL(siteUrl);
  if (url.protocol !== 'https:')
    return [soon('site', `${siteUrl} is not served over https. That is right for a demo only.`, 'grep -n SITE_URL /etc/boreal/boreal.env')];
  const port = url.port === '' ? 443 : Number(url.port);
  const look = `curl -sSvI ${siteUrl}`;
  try {
    const { validTo, refused } = await certificateOf(url.hostname, port);
    const judged = judgeCertificate({ about: 'site', validTo, now, renew: look });
    return refused === null ? [judged] : [wrong('site', `Browsers do not accept the certificate of ${siteUrl}: ${refused}.`, look)];
  } catch (error) {
    return [
      wrong(
        'site',
        `${siteUrl} does not answer (${error instanceof Error ? error.message : String(error)}). Look at its name in the DNS, and at the proxy.`,
        look,
      ),
    ];
  }
}

function certificateOf(host: string, port: number): Promise<{ validTo: Date; refused: string | null }> {
  return new Promise((resolve, reject) => {
    // A bad certificate must be reported, not end the connection.
    const socket = connect(
      { host, port, ...(isIP(host) === 0 && { servername: host }), rejectUnauthorized: false, timeout: PATIENCE_MS },
      () => {
        const { valid_to: validTo } = socket.getPeerCertificate();
        resolve({ validTo: new Date(validTo), refused: socket.authorized ? null : String(socket.authorizationError) });
        socket.end();
      },
    );
    socket.on('timeout', () => socket.destroy(new Error('no answer in ten seconds')));
    socket.on('error', reject);
  });
}

/** Whether the mail server accepts our sign-in. Nothing is sent. */
export async function checkMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Finding[]> {
  if (smtpUrl === null)
    return [
      soon('mail', 'Mail is written to the data directory, and sent to nobody. Set SMTP_URL.', 'grep -n SMTP_URL /etc/boreal/boreal.env'),
    ];
  const refused = await checkSmtp(smtpUrl);
  const { protocol, hostname, port } = new URL(smtpUrl);
  // Every machine with Boreal's package has this tool; it shows the server's answers and certificate.
  const look =
    protocol === 'smtps:'
      ? `openssl s_client -connect ${hostname}:${port || 465} </dev/null`
      : `openssl s_client -starttls smtp -connect ${hostname}:${port || 587} </dev/null`;
  if (refused === null) return [ok('mail', `The mail server ${hostname} lets Boreal in.`)];
  return [wrong('mail', `The mail server ${hostname} does not take mail (${refused.replace(/\.$/, '')}).`, look)];
}
