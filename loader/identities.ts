import type { GetToken, HostIdentity } from '../shared/bridge/contract.ts'
import type { PanelModule } from './panel-module.ts'

/**
 * Who chats, one after the other: the identity of now, the token function of an epoch, and how to name
 * the next one. Naming fails with what is wrong, and then nobody chats.
 */
export function createIdentities(who: unknown, importPanel: () => Promise<PanelModule>) {
  let identity: HostIdentity = { epoch: 0, mode: who === 'anonymous' ? who : 'token' }
  let named: { getToken?: GetToken } = {}

  return [
    () => identity,
    (epoch: unknown = identity.epoch) => (epoch === identity.epoch ? named.getToken : null),
    async (given: unknown, tell: () => unknown, tellQuietly: () => void) => {
      const mine: typeof named = (named = Object(given) as typeof named)
      // Only what is no function has to be looked at, by the second file.
      const [credentials, fault] =
        typeof mine.getToken === 'function' ? [] : (await importPanel()).readCredentials(given)
      // Somebody else was named meanwhile.
      if (named !== mine) return
      // Whoever cannot be known is nobody, and least of all a visitor without a name.
      identity = { epoch: identity.epoch + 1, mode: 'token', ...credentials }
      if (!fault) return tell()
      tellQuietly()
      throw fault
    },
  ] as const
}
