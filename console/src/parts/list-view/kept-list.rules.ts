/** An address' search under a name. */
export interface SavedFilter {
  readonly name: string;
  /** As in the address, without the question mark. */
  readonly search: string;
}

/** What somebody keeps of a list in this browser. */
export interface KeptList {
  readonly saved: readonly SavedFilter[];
  /** The columns that they hid, by their ids. */
  readonly hidden: readonly string[];
}

export const SAVED_MAX = 20;
export const NAME_MAX = 60;
const SEARCH_MAX = 1000;
const HIDDEN_MAX = 40;
/** Of what somebody else may have written there. */
const READ_MAX = 10 * SAVED_MAX;

const NOTHING: KeptList = { saved: [], hidden: [] };

/** What was kept, as far as it can be read: it may be of an older console, or somebody else's handiwork. */
export function readKept(text: string | null): KeptList {
  if (text === null) return NOTHING;
  const kept = parsed(text);
  if (!isObject(kept)) return NOTHING;
  const saved = listOf(kept['saved']).filter(isSaved).slice(0, READ_MAX);
  return {
    saved: saved
      .filter(({ name }, at) => saved.findIndex((one) => isSame(one.name, name)) === at)
      .slice(0, SAVED_MAX)
      .map(({ name, search }) => ({ name, search })),
    hidden: listOf(kept['hidden'])
      .filter((id) => typeof id === 'string')
      .slice(0, HIDDEN_MAX),
  };
}

/** Under a name that is taken, it replaces the other; names differ by more than capitals. */
export function withFilter(kept: KeptList, { name, search }: SavedFilter): KeptList {
  const at = kept.saved.findIndex((one) => isSame(one.name, name));
  const filter = { name: name.trim(), search };
  return { ...kept, saved: at === -1 ? [...kept.saved, filter] : kept.saved.with(at, filter) };
}

export function withoutFilter(kept: KeptList, name: string): KeptList {
  return { ...kept, saved: kept.saved.filter((one) => one.name !== name) };
}

export function withColumn(kept: KeptList, { id, isShown }: { id: string; isShown: boolean }): KeptList {
  const rest = kept.hidden.filter((one) => one !== id);
  return { ...kept, hidden: isShown ? rest : [...rest, id] };
}

/** The saved filter of this name. */
export function namedFilter(kept: KeptList, name: string): SavedFilter | undefined {
  return kept.saved.find((one) => isSame(one.name, name));
}

/** May another be saved under this name? */
export function isFull(kept: KeptList, name: string): boolean {
  return kept.saved.length >= SAVED_MAX && namedFilter(kept, name) === undefined;
}

const isSame = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();

function isSaved(value: unknown): value is SavedFilter {
  if (!isObject(value)) return false;
  const { name, search } = value;
  const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= NAME_MAX;
  return isNamed && typeof search === 'string' && search !== '' && search.length <= SEARCH_MAX;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
