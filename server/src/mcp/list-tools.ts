import type { KeyRecord } from '../core/keys/keys.store.ts';
import { tools } from './tools.ts';
import { toolGroups, type Need, type Tool, type ToolGroup } from './tool.ts';
import { inputSchema, outputSchema, type JsonSchema } from './tool-schema.rules.ts';

/** A tool as `tools/list` tells it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** How a request narrows what its key may see; it can never widen it. */
export interface Narrowing {
  readonly groups: readonly ToolGroup[];
  readonly readOnly: boolean;
}

/** Schemas are made once, at the start: making them at each request was most of its cost. */
const listed = new Map<string, ListedTool>(tools.map((tool) => [tool.name, deepFreeze(listedTool(tool))]));
const lists = new Map<string, readonly ListedTool[]>();

/** Whether a key may see and call what needs this. */
export function mayDo(key: Pick<KeyRecord, 'access' | 'may'>, need: Need): boolean {
  if (need === 'read') return true;
  if (key.access === 'read_only') return false;
  return need === 'write' || (key.may?.[need] ?? false);
}

/** The tools that a key sees, always in the same order and the same frozen list for the same rights. */
export function listTools(key: Pick<KeyRecord, 'access' | 'may'>, narrowing: Narrowing): readonly ListedTool[] {
  const groups = toolGroups.filter((group) => narrowing.groups.includes(group));
  const needs = (['read', 'write', 'launch', 'delete', 'charge'] as const).filter(
    (need) => mayDo(key, need) && (need === 'read' || !narrowing.readOnly),
  );
  const name = `${needs.join()} ${groups.join()}`;
  let list = lists.get(name);
  if (!list) {
    const seen = tools.filter(
      ({ needs: need, alsoNeeds = need, group }) => needs.includes(need) && needs.includes(alsoNeeds) && groups.includes(group),
    );
    list = Object.freeze(seen.flatMap((tool) => listed.get(tool.name) ?? []));
    lists.set(name, list);
  }
  return list;
}

/** Whoever sends the header with anything else, `1` or `yes`, means to be held back. */
const NOT_NARROWED: ReadonlySet<string> = new Set(['', 'false', '0', 'no', 'off']);

/** `X-MCP-Toolsets: servers, billing` and `X-MCP-Readonly: true`. An unknown group names nothing. */
export function narrowingOf(headers: { toolsets: string | null; readOnly: string | null }): Narrowing {
  const wanted = headers.toolsets?.split(',').map((part) => part.trim().toLowerCase());
  return {
    groups: wanted === undefined ? toolGroups : toolGroups.filter((group) => wanted.includes(group)),
    readOnly: headers.readOnly !== null && !NOT_NARROWED.has(headers.readOnly.trim().toLowerCase()),
  };
}

export function listedTool(tool: Tool): ListedTool {
  const { name, title, description } = tool;
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema(tool.input), type: 'object' },
    outputSchema: { ...outputSchema(tool.output), type: 'object' },
    annotations: {
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destructive',
      idempotentHint: tool.idempotent,
      openWorldHint: false,
    },
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}
