/** Default maximum of a server's connections to Postgres. */
export const POOL_SIZE = 10
