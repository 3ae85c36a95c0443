import { createBlockedAddresses } from './auth/blocked-addresses.ts'
import { createCallerGate } from './auth/caller-gate.ts'
import { createProofsOfWork } from './auth/proof-of-work.ts'
import { deriveKey } from './auth/secret.ts'
import { createVisitorCheck } from './auth/visitor-check.ts'
import type { AddressKey } from './limits/address-key.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

interface GuardWorld {
  readonly settings: Pick<Settings, 'secret'>
  readonly store: Pick<Store, 'blockedAddresses' | 'spentProofs'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Connects the operator's protection against floods of visitors. */
export function connectGuard({ settings, store, now }: GuardWorld, addressKey: AddressKey) {
  const blocked = createBlockedAddresses({
    queries: store.blockedAddresses,
    addressKey,
    now,
  })
  return {
    gate: createCallerGate(blocked),
    proofs: createProofsOfWork({
      key: deriveKey(settings.secret, 'proof-of-work'),
      spend: store.spentProofs.spend,
      now,
    }),
    checkVisitor: createVisitorCheck(),
  }
}
