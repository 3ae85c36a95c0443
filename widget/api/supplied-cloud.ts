import type { CreateCloud } from './cloud.ts'

/**
 * Client supplied by the operator, used instead of the client of a base. A build with `ALCOVE_CLOUD_CLIENT`
 * replaces this module with the named one.
 */
export const createSuppliedCloud: CreateCloud | undefined = undefined
