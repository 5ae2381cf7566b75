import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import { keyTextPrefixes } from '@boreal/contract/people/keys.ts';
import { cliExamples } from './cli-examples.ts';
import { programExamples } from './program-examples.ts';
import { sdkExamples } from './sdk-examples.ts';

/** Commands to type, the same in every language. `productId` is a plan that is for sale. */
export function examples({ siteUrl, productId }: { siteUrl: string; productId: string }) {
  const api = `${siteUrl}/api`;
  return {
    demo: 'npm start',
    demoKey: `SITE=${siteUrl}\nKEY=$(node -p "require('./data/demo.json').customers[0].restKey")`,
    realKey: `SITE=${siteUrl}\nKEY=${keyTextPrefixes.rest}…`,
    availability: 'curl -s "$SITE/api/v1/availability"',
    plans: 'curl -s "$SITE/api/v1/gpu" -H "Authorization: Bearer $KEY"',
    sshKey: [
      'ssh-keygen -q -t ed25519 -N "" -f boreal-key',
      'SSH_KEY=$(curl -s "$SITE/api/settings/ssh-keys" \\',
      '  -H "Authorization: Bearer $KEY" -H "Origin: $SITE" \\',
      '  -H "Content-Type: application/json" \\',
      '  -d "{\\"name\\":\\"laptop\\",\\"publicKey\\":\\"$(cat boreal-key.pub)\\"}" | jq -r .data.id)',
    ].join('\n'),
    quote: `curl -s "$SITE/api/servers/deploy-quote?productId=${productId}" -H "Authorization: Bearer $KEY"`,
    deploy: [
      'SERVER=$(curl -s "$SITE/api/servers" \\',
      '  -H "Authorization: Bearer $KEY" -H "Origin: $SITE" \\',
      '  -H "Content-Type: application/json" -H "Idempotency-Key: my-first-server" \\',
      `  -d "{\\"productId\\":\\"${productId}\\",\\"sshKeyId\\":\\"$SSH_KEY\\",\\"name\\":\\"first\\"}" | jq -r .data.id)`,
    ].join('\n'),
    wait: 'until curl -s "$SITE/api/servers/$SERVER" -H "Authorization: Bearer $KEY" | grep \'"ACTIVE"\'; do sleep 2; done',
    login: [
      'ssh -i boreal-key $(curl -s "$SITE/api/servers/$SERVER" \\',
      '  -H "Authorization: Bearer $KEY" | jq -r \'.data | "-p \\(.sshPort) ubuntu@\\(.ipv4)"\')',
    ].join('\n'),
    hibernate: [
      'curl -s "$SITE/api/servers/$SERVER/actions" \\',
      '  -H "Authorization: Bearer $KEY" -H "Origin: $SITE" \\',
      '  -H "Content-Type: application/json" -d \'{"action":"hibernate"}\'',
    ].join('\n'),
    remove: 'curl -s -X DELETE "$SITE/api/servers/$SERVER" -H "Authorization: Bearer $KEY" -H "Origin: $SITE"',
    program: programExamples(productId),
    cli: cliExamples({ siteUrl, productId }),
    sdk: sdkExamples({ siteUrl, productId }),
    usage: 'curl -s "$SITE/api/servers/$SERVER/usage" -H "Authorization: Bearer $KEY"',
    budget: 'curl -s "$SITE/api/servers/$SERVER/budget" -H "Authorization: Bearer $KEY"',
    backups: [
      'curl -s -X PUT "$SITE/api/servers/$SERVER/backups" \\',
      '  -H "Authorization: Bearer $KEY" -H "Origin: $SITE" \\',
      '  -H "Content-Type: application/json" -d \'{"enabled":true,"hourLocal":3,"retention":7}\'',
    ].join('\n'),
    firewall: [
      'curl -s "$SITE/api/servers/$SERVER/firewall" \\',
      '  -H "Authorization: Bearer $KEY" -H "Origin: $SITE" \\',
      '  -H "Content-Type: application/json" \\',
      '  -d \'{"direction":"ingress","protocol":"tcp","portRangeMin":443,"remoteIpPrefix":"203.0.113.0/24"}\'',
    ].join('\n'),
    errorBody: JSON.stringify(
      {
        error: 'INSUFFICIENT_CREDITS',
        message: 'This needs $3.99 of credit and the balance is $1.00. Add credit, then send the same request again.',
        requiredCredits: 3.99,
        currentBalance: 1,
        accountAction: {
          code: 'PAYMENT_REQUIRED',
          message: '…',
          action: { label: 'Add credit', url: `${siteUrl}/console/billing/add-credits` },
          links: { addCredits: `${siteUrl}/console/billing/add-credits`, '…': '…' },
          minimumCad: 3.99,
          minimumTopupCad: MINIMUM_TOPUP_CAD,
        },
      },
      null,
      2,
    ),
    mcpKey: `${keyTextPrefixes.mcp}…`,
    mcpCall: [
      `curl -s "${api}/mcp" -H "Authorization: Bearer ${keyTextPrefixes.mcp}…" \\`,
      '  -H "Content-Type: application/json" -H "Accept: application/json, text/event-stream" \\',
      '  -d \'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\'',
    ].join('\n'),
    mcpQuote: JSON.stringify({ name: 'svc_create_server', arguments: { productId, sshKeyId: 'ssh_…', name: 'worker' } }, null, 2),
    mcpConfirm: JSON.stringify(
      { name: 'svc_create_server', arguments: { productId, sshKeyId: 'ssh_…', name: 'worker', confirmationToken: '…' } },
      null,
      2,
    ),
    runProduction: [
      'BOREAL_MODE=production SITE_URL=https://gpu.example.com \\',
      'DATABASE_URL=postgres://… BOREAL_ENGINE=incus BOREAL_PAYMENTS=stripe \\',
      'SMTP_URL=smtps://… MAIL_FROM="Boreal <no-reply@gpu.example.com>" \\',
      'BOREAL_SECRET="$(openssl rand -base64 32)" npm start',
    ].join('\n'),
    runCompany: [
      'npm run operator -- company set --name "Nord Calcul inc." --line1 "1 rue Principale" \\',
      '  --city Montréal --province QC --postal-code "H3B 1A5" --email info@example.com',
      'npm run operator -- tax register GST_HST 123456789RT0001',
      'npm run operator -- ledger verify',
    ].join('\n'),
  } as const;
}

export type Examples = ReturnType<typeof examples>;
