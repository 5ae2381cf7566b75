/** Limits how many consoles this process keeps open at a time. */
export interface ConsolePlaces {
  /** Takes a place for one more. Call the returned function when it is closed; calling it again is harmless. Null if there is no place. */
  take(of: { asker: string; accountId: string }): (() => void) | null;
}

/** More windows than anybody looks at. */
const BY_ASKER = 10;
/** An account can have many keys and members: this is the limit for all of them together. */
const BY_ACCOUNT = 40;

/** An open console uses connections and buffers of ours, and a process on the machine. */
export function createConsolePlaces({ byAsker = BY_ASKER, byAccount = BY_ACCOUNT } = {}): ConsolePlaces {
  const open = new Map<string, number>();
  const add = (name: string, change: number) => {
    const count = (open.get(name) ?? 0) + change;
    if (count > 0) open.set(name, count);
    else open.delete(name);
  };
  return {
    take({ asker, accountId }) {
      const names = [`asker ${asker}`, `account ${accountId}`] as const;
      const [ofAsker, ofAccount] = names;
      if ((open.get(ofAsker) ?? 0) >= byAsker || (open.get(ofAccount) ?? 0) >= byAccount) return null;
      for (const name of names) add(name, 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        for (const name of names) add(name, -1);
      };
    },
  };
}
