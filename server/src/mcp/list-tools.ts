import { agentPermissions } from '@boreal/contract/agents/agents.ts';
import { agentTools, toolRefusal, type ToolCaller } from '@boreal/contract/agents/tools.ts';
import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { visibleLine } from '@boreal/contract/values/visible-text.ts';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { KeyRecord } from '../core/ground/keys/keys.store.ts';
import { tools } from './tools.ts';
import { toolGroups, type Tool, type ToolGroup } from './tool.ts';
import type { JsonObject } from '../kit/json.ts';
import { inputSchema, outputSchema } from './tool-schema.rules.ts';

/** A tool as `tools/list` describes it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: 'object' };
  readonly outputSchema: JsonObject & { readonly type: 'object' };
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

/** Schemas are built once, by the first request that needs them: rebuilding them was most of a request's cost. */
const listed = new Map<string, ListedTool>();
const lists = new Map<string, readonly ListedTool[]>();

/** A key as the tool rules see it. A key whose maker has left is refused at the door. */
export function callerOf({ access, may, makerRole }: Pick<KeyRecord, 'access' | 'may' | 'makerRole'>): ToolCaller {
  const permissions = agentPermissions.filter((permission) => may?.[permission] ?? false);
  return { readOnly: access === 'read_only', permissions, makerRole: makerRole ?? 'viewer' };
}

/** The same key, for a request that asked to be read-only. */
export function narrowed(caller: ToolCaller, { readOnly }: Narrowing): ToolCaller {
  return { ...caller, readOnly: caller.readOnly || readOnly };
}

/** The tools that a caller sees, always in the same order, and the same frozen list for the same rights. */
export function listTools(caller: ToolCaller, narrowing: Narrowing): readonly ListedTool[] {
  const groups = toolGroups.filter((group) => narrowing.groups.includes(group));
  const who = narrowed(caller, narrowing);
  const name = `${who.readOnly} ${agentPermissions.filter((one) => who.permissions.includes(one)).join()} ${who.makerRole} ${groups.join()}`;
  let list = lists.get(name);
  if (!list) {
    const seen = tools.filter((tool) => groups.includes(tool.group) && toolRefusal(who, agentTools[tool.name]) === null);
    list = Object.freeze(seen.map(listedOnce));
    lists.set(name, list);
  }
  return list;
}

const bytes = new WeakMap<readonly ListedTool[], string>();

/** A list from `listTools` as JSON, serialized once for the same rights: it is some 30 KB. */
export function toolsAsJson(list: readonly ListedTool[]): string {
  let json = bytes.get(list);
  if (json === undefined) {
    json = JSON.stringify(list);
    bytes.set(list, json);
  }
  return json;
}

/** Any other value of the header, such as `1` or `yes`, also means read-only. */
const NOT_NARROWED: ReadonlySet<string> = new Set(['', 'false', '0', 'no', 'off']);

/** Every group of tools. */
const ALL = 'all';

/** `X-MCP-Toolsets: servers, billing` (or `all`) and `X-MCP-Readonly: true`. An unknown group matches nothing. */
export function narrowingOf(headers: { toolsets: string | null; readOnly: string | null }): Narrowing {
  const wanted = toolsetsIn(headers.toolsets);
  return {
    groups: wanted.length === 0 || wanted.includes(ALL) ? toolGroups : toolGroups.filter((group) => wanted.includes(group)),
    readOnly: headers.readOnly !== null && !NOT_NARROWED.has(headers.readOnly.trim().toLowerCase()),
  };
}

function toolsetsIn(header: string | null): string[] {
  const parts = (header ?? '').split(',').map((part) => part.trim().toLowerCase());
  return parts.filter((part) => part !== '');
}

/** The answer to a client that requests an unknown group of tools; null if all are known. */
export function unknownToolset(header: string | null, locale: Locale): { code: number; message: string } | null {
  const known: readonly string[] = [...toolGroups, ALL];
  const name = toolsetsIn(header).find((part) => !known.includes(part));
  if (name === undefined) return null;
  const named = visibleLine(name).slice(0, 50);
  const message = {
    en: `The header X-MCP-Toolsets names "${named}", and there is no such toolset. Toolsets: ${known.join(', ')}.`,
    fr: `L’en-tête X-MCP-Toolsets nomme « ${named} », qui n’existe pas. Groupes d’outils : ${known.join(', ')}.`,
  };
  return { code: ProtocolErrorCode.InvalidParams, message: toldIn(locale, message) };
}

function listedOnce(tool: Tool): ListedTool {
  const known = listed.get(tool.name) ?? deepFreeze(listedTool(tool));
  listed.set(tool.name, known);
  return known;
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
