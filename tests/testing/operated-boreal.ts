import assert from 'node:assert/strict';
import { z } from 'zod';
import { addSshKey } from './boreal-process-client.ts';
import type { DemoCustomer } from './boreal-process-home.ts';
import type { Environment } from './boreal-process.ts';
import { browsedBoreal, type BrowsedBoreal } from './browsed-boreal.ts';
import { signIn, type Visitor } from './browser.ts';
import { started } from './started.ts';

/** A Boreal of its own with two people at its pages: an operator, and the demo's first customer. */
export interface OperatedBoreal extends BrowsedBoreal {
  readonly customer: DemoCustomer;
  /** A key of the customer's. */
  readonly sshKeyId: string;
  readonly aurore: Visitor;
  readonly operator: Visitor;
  /** Calls the console's API as a signed-in person; returns the answer's data. */
  ask(who: Visitor, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<unknown>;
  /** A path of the customer's account. */
  own(path: string): string;
}

export function operatedBoreal(environment: Environment): OperatedBoreal {
  let customer: DemoCustomer | undefined;
  let sshKeyId: string | undefined;
  let aurore: Visitor | undefined;
  let operator: Visitor | undefined;
  const stage = browsedBoreal(environment, async () => {
    const demo = await stage.home.demo();
    [customer] = demo.customers;
    sshKeyId = await addSshKey(stage.boreal, customer.restKey);
    [aurore, operator] = await Promise.all([stage.open(), stage.open()]);
    await signIn(aurore.page, customer);
    await signIn(operator.page, demo.operator);
  });
  return {
    get home() {
      return stage.home;
    },
    get boreal() {
      return stage.boreal;
    },
    get customer() {
      return started(customer);
    },
    get sshKeyId() {
      return started(sshKeyId);
    },
    get aurore() {
      return started(aurore);
    },
    get operator() {
      return started(operator);
    },
    open: stage.open,
    async ask(who, method, path, body) {
      const answer = await who.page.request.fetch(`/api/console${path}`, {
        method,
        headers: { origin: stage.boreal.siteUrl },
        ...(body !== undefined && { data: body }),
      });
      assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`);
      return z.object({ data: z.unknown() }).parse(await answer.json()).data;
    },
    own: (path) => `/accounts/${started(customer).accountId}${path}`,
  };
}
