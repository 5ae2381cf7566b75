import { z } from 'zod';
import { Refusal, type Caller, type Routes } from './double-http.ts';
import { parsed } from './double-nova-calls.ts';

/** Nova's keypairs: each belongs to one user. */
export function createKeypairs() {
  const keypairs = new Map<string, { readonly name: string; readonly public_key: string; readonly userId: string }>();
  const keyNames = ({ user }: Caller) => [...keypairs.values()].filter(({ userId }) => userId === user.id).map(({ name }) => name);

  const routes: Routes = {
    'GET /v2.1/os-keypairs': ({ caller }) => ({
      status: 200,
      body: { keypairs: keyNames(caller).map((name) => ({ keypair: shownKey(keypairs.get(`${caller.user.id}/${name}`), name) })) },
    }),
    'GET /v2.1/os-keypairs/:name': ({ caller }, name = '') => {
      const key = keypairs.get(`${caller.user.id}/${name}`);
      if (!key) throw new Refusal(404, `Keypair ${name} not found for user ${caller.user.id}`);
      return { status: 200, body: { keypair: shownKey(key, name) } };
    },
    'POST /v2.1/os-keypairs': (call) => {
      const { keypair } = parsed(
        z.object({ keypair: z.object({ name: z.string(), public_key: z.string(), type: z.string().optional() }) }),
        call,
      );
      const id = `${call.caller.user.id}/${keypair.name}`;
      if (keypairs.has(id)) throw new Refusal(409, `Key pair '${keypair.name}' already exists.`);
      keypairs.set(id, { name: keypair.name, public_key: keypair.public_key, userId: call.caller.user.id });
      return { status: 201, body: { keypair: { ...shownKey(keypairs.get(id), keypair.name), user_id: call.caller.user.id } } };
    },
    'DELETE /v2.1/os-keypairs/:name': ({ caller }, name = '') => {
      if (!keypairs.delete(`${caller.user.id}/${name}`)) throw new Refusal(404, `Keypair ${name} not found for user ${caller.user.id}`);
      return { status: 204 };
    },
  };
  return { keyNames, routes };
}

function shownKey(key: { readonly public_key: string } | undefined, name: string) {
  return { name, type: 'ssh', public_key: key?.public_key ?? '', fingerprint: 'SHA256:double' };
}
