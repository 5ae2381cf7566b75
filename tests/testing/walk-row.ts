import type { Member } from './rest-cloud.ts';
import type { WalkWorld } from './walk-world.ts';

/** One request of an operation, without the caller. */
export interface Call {
  /** Fills `{id}` of the path. */
  readonly id?: string;
  /** Fills the path's other names. */
  readonly names?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | string[]>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What the walk cannot read off the document about an operation. */
export interface WalkRow {
  /** Requests a minute, by the tables of the specification. */
  readonly limit: number;
  /** A request of Alice that succeeds, made possible first where it must be. */
  readonly good: (world: WalkWorld) => Promise<Call>;
  /** Requests for what is not hers or never was, other than by the id in the path. */
  readonly missing?: (world: WalkWorld) => readonly Call[];
  /** Says how a server was before it was deleted, for 90 days. */
  readonly readsDeleted?: true;
  /** Values that fit the schema and are refused for what they mean; 'any' where nearly all of them are. */
  readonly meaning?: Readonly<Record<string, readonly unknown[] | 'any'>>;
  /** What the good request costs, where it costs anything. */
  readonly costs?: number;
  /** Requests of people who have not the credit for them. */
  readonly unpaid?: (world: WalkWorld) => readonly UnpaidCall[] | Promise<readonly UnpaidCall[]>;
  /** It never takes credit itself, so that these are refused for what is not paid elsewhere, and no budget is asked. */
  readonly takesNoCredit?: true;
  readonly soldOut?: (world: WalkWorld) => readonly Call[];
  /** Requests of Alice, or of whom they name, that are refused as things stand, by why; each brings that about first. */
  readonly refusals?: Readonly<Record<string, (world: WalkWorld) => Promise<Call & { by?: Member; status: number; error: string }>>>;
  /** Another request than this, for a POST: one with another name unless said otherwise. */
  readonly other?: (call: Call, world: WalkWorld) => Call;
}

/** `forHour`: false where what it costs is not an hour of a server. */
export type UnpaidCall = Call & { by: Member; costs: number; has: number; forHour?: false };
