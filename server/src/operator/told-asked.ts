import { plain } from './output.ts';

/** What a command prints when another operator must decide. */
export function toldAsked(requestId: string): string {
  return plain(`Nothing is done yet: this takes two operators. Another decides in the console, under Approvals: ${requestId}.`);
}
