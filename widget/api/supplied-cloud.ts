import type { CreateCloud } from './cloud.ts'

/**
 * A client of the operator's own, in place of the one of a base. A build with `ALCOVE_CLOUD_CLIENT`
 * takes the module that it names for this one.
 */
export const createSuppliedCloud: CreateCloud | undefined = undefined
