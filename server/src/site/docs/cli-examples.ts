import { PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import { keyTextPrefixes } from '@boreal/contract/people/keys.ts';

/** How to install the customers' program, and commands to type. */
export function cliExamples({ siteUrl, productId }: { siteUrl: string; productId: string }) {
  const idOf = `node -p 'JSON.parse(require("fs").readFileSync(0)).id'`;
  return {
    url: `export BOREAL_URL=${siteUrl}`,
    install: [
      'mkdir -p ~/.local/bin && cd ~/.local/bin',
      `curl -fsSO "$BOREAL_URL/cli/${PROGRAM}"`,
      `curl -fsS "$BOREAL_URL/cli/${PROGRAM}.sha256" | sha256sum -c -`,
      `chmod +x ${PROGRAM} && cd -`,
      `${PROGRAM} --version`,
    ].join('\n'),
    key: 'read -rs BOREAL_API_KEY && export BOREAL_API_KEY',
    looks: `${PROGRAM} plans\n${PROGRAM} credit`,
    sshKey: `ssh-keygen -q -t ed25519 -N "" -f boreal-key\n${PROGRAM} ssh-keys add laptop boreal-key.pub`,
    deploy: `${PROGRAM} servers deploy ${productId} --ssh-key laptop --name first --wait`,
    login: `${PROGRAM} servers ssh first --identity boreal-key`,
    end: `${PROGRAM} servers hibernate first --wait\n${PROGRAM} servers delete first`,
    script: [
      'set -e',
      `SSH_KEY=$(${PROGRAM} ssh-keys list --json | node -p 'JSON.parse(require("fs").readFileSync(0))[0].id')`,
      `SERVER=$(${PROGRAM} servers deploy ${productId} --ssh-key "$SSH_KEY" \\`,
      `  --yes --max-price 10 --idempotency-key nightly-1 --wait --json | ${idOf})`,
      `${PROGRAM} servers show "$SERVER"`,
      `${PROGRAM} servers delete "$SERVER" --yes`,
    ].join('\n'),
    help: `${PROGRAM} --help\n${PROGRAM} servers deploy --help`,
    completion: `echo 'source <(${PROGRAM} completion)' >> ~/.bashrc`,
    keyPrefix: keyTextPrefixes.rest,
  } as const;
}
