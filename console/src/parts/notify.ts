/** Something told in the corner of the page. */
export interface Notice {
  readonly id: number;
  readonly message: string;
  readonly kind: 'done' | 'problem';
  /** The name of the button that closes it; null: it goes by itself. */
  readonly close: string | null;
}

/** Long enough to be read; what was done is also to be seen on the page. */
const GOES_AFTER_MS = 6000;

let notices: readonly Notice[] = [];
let lastId = 0;
const watching = new Set<() => void>();

/** Says that something was done, for a few seconds; screen readers announce it too. */
export function notifyDone(message: string): void {
  const id = add({ message, kind: 'done', close: null });
  setTimeout(() => closeNotice(id), GOES_AFTER_MS);
}

/** Reports an error that no page shows; stays until it is closed, by a button labelled `close`. */
export function notifyProblem({ message, close }: { message: string; close: string }): void {
  add({ message, kind: 'problem', close });
}

export function closeNotice(id: number): void {
  change(notices.filter((one) => one.id !== id));
}

/** Removes all. */
export function forgetNotices(): void {
  change([]);
}

export const currentNotices = () => notices;

export function watchNotices(tell: () => void): () => void {
  watching.add(tell);
  return () => watching.delete(tell);
}

function add(notice: Omit<Notice, 'id'>): number {
  lastId += 1;
  change([...notices, { ...notice, id: lastId }]);
  return lastId;
}

function change(to: readonly Notice[]): void {
  notices = to;
  for (const tell of watching) tell();
}
