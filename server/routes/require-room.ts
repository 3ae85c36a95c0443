import { AlcoveError } from '../../shared/errors.ts'
import type { Identity } from '../auth/identity.ts'
import { amountName, type Limits } from '../limits/limits.ts'
import type { Store } from '../store/store.ts'

/**
 * Nothing of a user is thrown away to make room: they choose themselves what can go.
 *
 * @throws AlcoveError `quota_exceeded` when the workspace has as many threads as it may.
 */
export async function requireRoom(store: Store, limits: Limits, identity: Identity): Promise<void> {
  const name = amountName(identity, 'threadsPerAnonymousUser', 'threadsPerUser')
  const max = limits.amount(identity.projectId, name)
  if ((await store.threads.count(identity, max)) < max) return
  throw new AlcoveError('quota_exceeded', `There are ${max} threads already; delete some first.`, {
    data: { limit: max },
  })
}
