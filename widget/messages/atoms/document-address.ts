import { atom } from 'jotai/vanilla'
import type { KeptIds } from '../../api/cloud-files.ts'
import { isSafeAddress } from '../../files/atoms/file-address.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { identityAtom } from '../../world/identity.ts'

/** Asks the server for an address that shows a document's kept text for some minutes; `null` without one. */
export const askDocumentAddressAtom = atom(
  null,
  async (get, _set, kept: KeptIds): Promise<string | null> => {
    const identity = get(identityAtom)
    if (!identity?.cloud.files) return null
    try {
      const files = await identity.cloud.files()
      const address = await files.documentAddress(kept, identity.closing.signal)
      return isSafeAddress(address) ? address : null
    } catch (error) {
      if (!identity.closing.signal.aborted) {
        depsOf(get).report('A cited document could not be opened:', error)
      }
      return null
    }
  },
)
