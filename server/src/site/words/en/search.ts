export const search = {
  title: 'Search the documentation',
  description: 'Search guides, REST API operations and error codes.',
  lead: 'Guides, REST API operations and error codes.',
  label: 'Search the documentation',
  submit: 'Search',
  found: (count: number, question: string) => {
    if (count === 0) return `No results for “${question}”.`;
    return count === 1 ? `1 result for “${question}”.` : `${count} results for “${question}”.`;
  },
  nothing: 'Try another word, or start with the',
};
