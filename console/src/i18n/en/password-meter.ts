/** How good a password is that somebody is choosing. */
export const en = {
  label: 'Password strength',
  strengths: {
    weak: 'Easy to guess. Add words that have nothing to do with each other.',
    personal: 'Too close to your name or address.',
    good: 'Good.',
    strong: 'Strong.',
  },
};
