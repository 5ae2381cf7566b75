/** Beforehand and afterwards: what takes a second operator. */
export const en = {
  asks: 'Nothing is done yet: another operator must approve it, under Approvals.',
  noteMoney: (left: string) => `You can move ${left} more today. Above that, a second operator must approve it.`,
  notePrice: (percent: string) => `A price more than ${percent} away from today’s needs a second operator.`,
  noteBudget: (alone: string) => `Raising the limits by more than ${alone} in a day, or lifting one, needs a second operator.`,
  noteNobody: 'Nobody else can approve it yet: add an operator, or approve it with the operator’s command.',
};
