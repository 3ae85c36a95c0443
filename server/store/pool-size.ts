/** Connections to Postgres that one server opens at most, unless its settings say otherwise. */
export const POOL_SIZE = 10
