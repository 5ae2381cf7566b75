import type { Html, View } from '../page.ts';
import type { Examples } from './examples.ts';

/** A page of the documentation. */
export interface Doc {
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  readonly sections: readonly DocSection[];
}

export interface DocSection {
  /** Its anchor, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/** What a page of the documentation is written with. */
export interface DocKit {
  readonly view: View;
  readonly examples: Examples;
  /** Something to copy; `label` says where it goes. */
  readonly code: (text: string, label?: string) => Html;
  /** Tables derived from the contract, in the reader's language. */
  readonly statusTable: () => Html;
  readonly errorTable: () => Html;
  readonly limitTable: () => Promise<Html>;
  readonly clientSetups: () => Html;
  readonly exitTable: () => Html;
  /** Amounts of the contract, written for the reader. */
  readonly minimumTopup: string;
  readonly backupPrice: string;
}

export type WriteDoc = (kit: DocKit) => Doc | Promise<Doc>;
