/** A place in the documentation. */
export interface FoundPlace {
  /** Its path on the site, in the reader's language, with its anchor. */
  readonly href: string;
  readonly title: string;
  /** The page that contains it. */
  readonly page: string;
  readonly text: string;
}
