/** The user that the package's service runs as. */
export const BOREAL_USER = 'boreal';
