/** What was asked and what came back: the status, and of the body what it is made of. */
export interface Step {
  readonly name: string;
  readonly status: number;
  readonly shape: Shape;
}

/** Paths into a body, such as `server.addresses.*[].addr`, with the types that were seen there. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>;

/** Whose names are data, and not the shape's. */
const NAMES_ARE_DATA =
  /(^|\.)(metadata|addresses|extra_specs|allocations|inventories|usages|hosts|resources|block_device_mapping|configurations)$/;

/** What a body is made of. */
export function shapeOf(body: unknown): Shape {
  const shape = new Map<string, Set<string>>();
  const look = (value: unknown, path: string): void => {
    const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    shape.set(path, (shape.get(path) ?? new Set()).add(type));
    if (Array.isArray(value)) for (const each of value) look(each, `${path}[]`);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) look(each, `${path}.${NAMES_ARE_DATA.test(path) ? '*' : key}`);
    }
  };
  look(body, '');
  return shape;
}

/**
 * Where the double differs from the real cloud: another status, something that the real one does not say, or another type of it. The
 * real one may say more. What is null in one of them may be anything in the other.
 */
export function driftBetween(real: readonly Step[], double: readonly Step[]): readonly string[] {
  const found: string[] = [];
  const names = (steps: readonly Step[]) => steps.map(({ name }) => name).join('\n');
  if (names(real) !== names(double)) return ['the two walks have not the same steps'];
  for (const [n, { name, status, shape }] of double.entries()) {
    const truth = real[n];
    if (truth === undefined) continue;
    if (truth.status !== status) found.push(`${name}: ${status}, and really ${truth.status}`);
    for (const [path, types] of shape) {
      const real = truth.shape.get(path);
      const above = truth.shape.get(path.replace(/(\.[^.[]+|\[\])$/, ''));
      if (real === undefined) {
        // Below what is null or empty there, nothing is known.
        const isKnown = above !== undefined && ![...above].every((type) => type === 'null') && !path.endsWith('[]') && !path.endsWith('*');
        if (isKnown) found.push(`${name}: ${path} is not there really`);
        continue;
      }
      const strange = [...types].filter((type) => type !== 'null' && !real.has(type));
      if (strange.length > 0 && !(real.size === 1 && real.has('null')))
        found.push(`${name}: ${path} is ${strange.join(', ')}, and really ${[...real].join(', ')}`);
    }
  }
  return found;
}

/** A walk as text: a line for each step, and below it one for each path. */
export function writtenWalk(steps: readonly Step[]): string {
  const lines = steps.flatMap(({ name, status, shape }) => [
    `${status} ${name}`,
    ...[...shape].map(([path, types]) => `  ${path || '.'} ${[...types].toSorted().join('|')}`).toSorted(),
  ]);
  return `${lines.join('\n')}\n`;
}

export function readWalk(text: string): readonly Step[] {
  const steps: (Step & { readonly shape: Map<string, ReadonlySet<string>> })[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, status, name = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    if (status !== undefined) steps.push({ name, status: Number(status), shape: new Map() });
    const [, path, types = ''] = /^ {2}(.*) ([a-z|]+)$/.exec(line) ?? [];
    if (path !== undefined) steps.at(-1)?.shape.set(path === '.' ? '' : path, new Set(types.split('|')));
  }
  return steps;
}
