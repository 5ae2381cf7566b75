import type { DescribeServerRequest, ServerDescription } from '@boreal/contract/servers/description.ts';

/** What somebody types about a server; `row` tells its lines apart while they are moved. */
export interface DescriptionDraft {
  readonly name: string;
  readonly labels: readonly { readonly row: string; readonly key: string; readonly value: string }[];
  readonly note: string;
}

export function draftOf({ name, labels, note }: ServerDescription): DescriptionDraft {
  return { name, labels: labels.map((label) => ({ row: label.key, ...label })), note: note ?? '' };
}

/** Only what differs from what was shown: what a colleague has changed elsewhere meanwhile stays. */
export function requestOf(draft: DescriptionDraft, before: ServerDescription): DescribeServerRequest {
  const labels = draft.labels.map(({ key, value }) => ({ key, value }));
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(JSON.stringify(labels) !== JSON.stringify(before.labels) && { labels }),
    ...(draft.note !== (before.note ?? '') && { note: draft.note }),
  };
}
