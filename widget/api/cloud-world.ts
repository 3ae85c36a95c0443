import type { ApiKeyCredentials, GetToken } from '../../shared/bridge/contract.ts'
import type { Fetch } from './call.ts'
import type { Clock } from './clock.ts'
import type { Cloud } from './cloud.ts'
import type { Locks } from './locks.ts'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import type { StorageState } from './refresh-record.ts'

/** What a client needs of the world around it. */
export interface CloudWorld {
  readonly fetch: Fetch
  readonly clock: Clock
  /** From 0 up to 1; spreads retries. */
  readonly random: () => number
  /** May throw where the browser blocks storage. */
  readonly openStorage: () => KeyValueStorage
  readonly locks?: Locks | undefined
  /** Told when the browser refuses to keep an anonymous visitor's token. */
  readonly onStorageState?: (state: StorageState) => void
}

/** Who chats, as the host page says. */
export type CloudIdentity =
  | { readonly mode: 'anonymous' }
  | { readonly mode: 'token'; readonly getToken: GetToken }
  | ({ readonly mode: 'apiKey' } & ApiKeyCredentials)

/** Makes the client of one identity; called again when somebody else chats. */
export type CreateCloud = (identity: CloudIdentity, world: CloudWorld) => Cloud
