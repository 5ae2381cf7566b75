/** What is chosen, as the page's address has it: it survives a reload, and the way to credit, a card or a budget and back. */
export interface DeploySearch {
  /** Chosen on the public site, too, or in a mail. */
  readonly plan?: string | undefined;
  readonly region?: string | undefined;
  /** Omitted: by the hour. */
  readonly cycle?: 'monthly' | 'annual' | undefined;
  readonly image?: string | undefined;
  readonly name?: string | undefined;
}

export function readDeploySearch({ plan, region, cycle, image, name }: Readonly<Record<string, unknown>>): DeploySearch {
  return {
    plan: textOf(plan),
    region: textOf(region),
    cycle: cycle === 'monthly' || cycle === 'annual' ? cycle : undefined,
    image: textOf(image),
    name: textOf(name)?.slice(0, NAME_MAX),
  };
}

/** As long as its field takes. */
const NAME_MAX = 100;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
