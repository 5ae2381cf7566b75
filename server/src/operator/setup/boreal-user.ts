/** As whom the package's service runs. */
export const BOREAL_USER = 'boreal';
