/** What authorisation libraries call their interrupts, in each of their versions (`wire.md` 7). */
export type InterruptCode = TokenVaultCode | PushCode | DeviceCode

type TokenVaultCode = 'FEDERATED_CONNECTION_ERROR' | 'TokenVaultError' | 'TOKEN_VAULT_ERROR'
type PushCode =
  | `${'CIBA' | 'ASYNC_AUTHORIZATION'}_${What}`
  | `${'CIBA' | 'ASYNC_AUTHORIZATION'}_USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS`
type DeviceCode = `DEVICE_${What}`

/** A newer version doubles a word: `ASYNC_AUTHORIZATION_AUTHORIZATION_PENDING`. */
type What =
  | 'ACCESS_DENIED'
  | 'AUTHORIZATION_REQUEST_EXPIRED'
  | 'AUTHORIZATION_PENDING'
  | 'AUTHORIZATION_POLLING_ERROR'
  | 'INVALID_GRANT'
