/** OWASP's figure for scrypt, as the power of two of N: 128 MiB, some tenths of a second. */
export const PASSWORD_COST = 17;
