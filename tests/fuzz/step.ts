/** Who reads an answer: somebody for a tenant, the operator, who may read everything, or somebody to whom nothing belongs. */
export const readers = ['alice', 'bob', 'operator', 'nobody'] as const;
export type Reader = (typeof readers)[number];

/** A request as it is recorded: what only the run can know (ids, keys, cookies) is referred to by name, `@@12.data.id@@`. */
export interface Ask {
  readonly do: 'ask';
  readonly target: string;
  readonly reader: Reader;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Sent as bytes over a socket, where others are handed to the server in memory. */
  readonly bySocket?: true | undefined;
  /** How many of it are sent at once. */
  readonly times?: number | undefined;
}

/** Bytes that may be no HTTP at all. */
export interface Raw {
  readonly do: 'raw';
  readonly bytes: string;
}

/** Time passes, with all the work that becomes due. */
export interface Pass {
  readonly do: 'pass';
  readonly ms: number;
  readonly tickMs: number;
}

/** What has been asked of machines comes about; nothing else does. */
export interface Settle {
  readonly do: 'settle';
}

/** What the house does now and then: mail, statements, evacuations, and letting locked-out people in again. */
export interface Tend {
  readonly do: 'tend';
}

/** Work in progress is finished, and the books are checked. */
export interface Audit {
  readonly do: 'audit';
}

export type Step = { readonly n: number } & (Ask | Raw | Pass | Settle | Tend | Audit);

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** As it was sent, with every name replaced by what it stands for. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A violation; the same one has the same `kind` wherever it shows. */
export interface Finding {
  readonly kind: string;
  readonly told: string;
  readonly step: Step;
}

export const nameOf = (name: string): string => `@@${name}@@`;
const NAMES = /@@([^@]+)@@/g;

/** The names that a step uses. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(NAMES)].map(([, name = '']) => name);
}

export function withNames(text: string, meaning: (name: string) => string): string {
  return text.replaceAll(NAMES, (_, name: string) => meaning(name));
}
