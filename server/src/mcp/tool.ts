import type { AgentToolName } from '@boreal/contract/agents/tools.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import type { z } from 'zod';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import type { Payments } from '../payments/port.ts';
import type { Engines } from '../engines/engines.ts';

export const toolGroups = ['catalog', 'servers', 'ssh_keys', 'billing', 'account'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** What a tool needs besides the caller and the call. */
export interface ToolParts {
  readonly engines: Engines;
  readonly payments: Payments;
  readonly siteUrl: string;
}

/** The caller, and the key of the call. */
export interface AgentCtx extends CustomerCtx {
  readonly keyId: string;
  /** The language of sentences for the agent's user. */
  readonly locale: Locale;
}

/** A tool's answer: facts, and one sentence that contains no text from outside. */
export interface ToolAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The facts in fewer words than JSON, for a model. */
  readonly lines?: string;
  /** The quote that it made or used, and the credit or card money that it spent, in micro-CAD. */
  readonly quoteId?: string;
  readonly spentMicros?: bigint;
}

/** One tool, as the table, the dispatcher and the documents see it. */
export interface Tool {
  /** The name under which the contract says who may call it. */
  readonly name: AgentToolName;
  readonly group: ToolGroup;
  readonly title: string;
  readonly description: string;
  /** Destructive: what it ends, removes or overwrites cannot be undone, or it interrupts running servers. */
  readonly effect: 'read' | 'write' | 'destructive';
  readonly idempotent: boolean;
  /** Takes `confirmationToken`; only calls with one spend. */
  readonly spends: boolean;
  /** Contacts support: people get a mail. */
  readonly mails?: boolean | undefined;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  run(ctx: AgentCtx, args: Readonly<Record<string, unknown>>, parts: ToolParts): Promise<ToolAnswer>;
}
