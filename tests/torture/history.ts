import type { EngineSilence } from '../../server/src/engines/engine.ts';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import type { MemberRole } from '@boreal/contract/people/members.ts';

/** The plans that histories buy: on demand and spot, of one model, and one that has no list price. */
export const PLANS = ['h100-sxm-x1', 'h100-sxm-x2', 'h100-sxm-x1-spot', 'h100-sxm-x2-spot', 'b200-sxm-x8'] as const;
export type PlanId = (typeof PLANS)[number];

/** Which things exist follows from what happened before, so steps name them by number: the n-th of those there are. */
type Nth = number;

export type EngineFault = 'boot fails' | 'call fails' | 'answer lost' | 'call hangs' | 'backup fails' | 'slow';
/** What happens to a transaction: the process dies before it commits or right after, or the connection is dropped. */
export type TransactionFault = 'dies before commit' | 'dies after commit' | 'connection dropped';
export type ProviderFault = 'unanswered before' | 'unanswered after' | 'caller dies';
/** What operators do with one GPU. */
export type GpuAction = 'quarantine' | 'release' | 'replace' | 'remove' | 'add';
/** Parts of the worker that stand still for a while, as in an outage. */
export type Outage = 'meter' | 'work' | 'watch' | 'all';

export type Step =
  | { readonly do: 'deploy'; readonly who: Nth; readonly plan: PlanId; readonly byKey?: true }
  /** `aimed`: the n-th of those whose status allows it, where there is one. */
  | { readonly do: 'act'; readonly which: Nth; readonly action: ServerAction; readonly aimed?: true }
  | { readonly do: 'delete'; readonly which: Nth }
  | { readonly do: 'pass'; readonly minutes: number; readonly ticks: number; readonly without?: Outage; readonly workers?: 2 }
  /** `who` null: the list price. */
  | { readonly do: 'price'; readonly plan: PlanId; readonly who: Nth | null; readonly cad: string; readonly inMinutes: number }
  | { readonly do: 'withdraw price'; readonly plan: PlanId; readonly who: Nth; readonly inMinutes?: number }
  | { readonly do: 'sell'; readonly plan: PlanId; readonly online: boolean }
  | { readonly do: 'host'; readonly host: Nth; readonly state: 'accepting' | 'draining' | 'offline' }
  | { readonly do: 'add host'; readonly cards: number }
  /** Another pool of the model that everybody buys, with one host. */
  | { readonly do: 'add pool'; readonly cards: number }
  | { readonly do: 'reach'; readonly host: Nth; readonly lost: boolean }
  /** The engine as a whole is not heard, for this reason; null: it is again. */
  | { readonly do: 'engine silent'; readonly silence: EngineSilence | null }
  /** What runs on it runs on; what boots on it fails. */
  | { readonly do: 'gpu dies'; readonly host: Nth; readonly slot: Nth; readonly dead: boolean }
  | { readonly do: 'gpu'; readonly host: Nth; readonly slot: Nth; readonly what: GpuAction }
  | { readonly do: 'guest off'; readonly which: Nth }
  /** It ignores every shutdown: it has to be switched off. */
  | { readonly do: 'guest never ends'; readonly which: Nth }
  | { readonly do: 'engine'; readonly fault: EngineFault; readonly times: number }
  | { readonly do: 'transaction'; readonly fault: TransactionFault; readonly after: number }
  | { readonly do: 'provider'; readonly fault: ProviderFault }
  | { readonly do: 'suspend'; readonly who: Nth; readonly suspended: boolean }
  | { readonly do: 'account budget'; readonly who: Nth; readonly month: string | null; readonly day: string | null }
  | { readonly do: 'server budget'; readonly which: Nth; readonly month: string | null }
  | {
      readonly do: 'key caps';
      readonly who: Nth;
      readonly month: string | null;
      readonly total: string | null;
      readonly server: string | null;
    }
  | { readonly do: 'credit'; readonly who: Nth; readonly cad: string }
  | { readonly do: 'backups'; readonly which: Nth; readonly enabled: boolean }
  | { readonly do: 'back up'; readonly which: Nth }
  | { readonly do: 'restore backup'; readonly which: Nth }
  | { readonly do: 'preempt'; readonly which: Nth }
  | { readonly do: 'member'; readonly who: Nth; readonly role: MemberRole | null }
  | {
      readonly do: 'auto-reload';
      readonly who: Nth;
      readonly card: SandboxCard;
      readonly enabled: boolean;
      readonly thresholdCad: number;
      readonly amountCad: number;
      readonly monthCad: number | null;
    }
  | { readonly do: 'top up'; readonly who: Nth; readonly card: SandboxCard; readonly cad: number }
  | { readonly do: 'order'; readonly who: Nth; readonly card: SandboxCard; readonly byMember?: true }
  | { readonly do: 'renew' | 'cancel'; readonly which: Nth }
  | { readonly do: 'refund'; readonly which: Nth; readonly share: number }
  | { readonly do: 'prove'; readonly which: Nth }
  | { readonly do: 'news twice' }
  | { readonly do: 'win dispute'; readonly which: Nth }
  /** All of them at the same time, each after its pause, beside all that the workers do; calls take their way. */
  | { readonly do: 'at once'; readonly steps: readonly AtOnce[]; readonly pauses: readonly number[] };

/** What may be asked at the same time: nothing of which one would have to know what came first. */
export type AtOnce = Extract<
  Step,
  { do: 'deploy' | 'act' | 'delete' | 'host' | 'gpu' | 'gpu dies' | 'reach' | 'guest off' | 'back up' | 'restore backup' | 'preempt' }
>;

/** Everything that happens in one world, as data: played again, the same happens. */
export interface History {
  readonly seed: number;
  /** When it begins: some begin before a night of 23 or 25 hours, or the end of a month. */
  readonly start: string;
  /** Credit of each customer at first. */
  readonly credit: readonly string[];
  readonly steps: readonly Step[];
}
