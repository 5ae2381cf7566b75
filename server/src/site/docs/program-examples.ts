/** The same small program in each language: deploys, waits, prints where to log in. `tests/site/quick-start.test.ts` runs it. */
export function programExamples(productId: string) {
  return {
    exported: 'export SITE KEY SSH_KEY',
    typescript: `const { SITE, KEY, SSH_KEY } = process.env;

async function call(method: string, path: string, body?: object) {
  const response = await fetch(\`\${SITE}/api\${path}\`, {
    method,
    headers: {
      Authorization: \`Bearer \${KEY}\`,
      Origin: \`\${SITE}\`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${answer.error}: \${answer.message}\`);
  return answer.data;
}

let server = await call('POST', '/servers', {
  productId: '${productId}',
  sshKeyId: SSH_KEY,
  name: 'from-typescript',
});
while (server.status === 'PROVISIONING') {
  await new Promise((done) => setTimeout(done, 2000));
  server = await call('GET', \`/servers/\${server.id}\`);
}
console.log(server.status, server.ipv4);`,
    python: `import os
import time

import requests

SITE = os.environ["SITE"]
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['KEY']}"
session.headers["Origin"] = SITE


def call(method, path, body=None):
    response = session.request(method, f"{SITE}/api{path}", json=body)
    answer = response.json()
    if not response.ok:
        raise SystemExit(f"{answer['error']}: {answer['message']}")
    return answer["data"]


server = call("POST", "/servers", {
    "productId": "${productId}",
    "sshKeyId": os.environ["SSH_KEY"],
    "name": "from-python",
})
while server["status"] == "PROVISIONING":
    time.sleep(2)
    server = call("GET", f"/servers/{server['id']}")
print(server["status"], server["ipv4"])`,
  } as const;
}
