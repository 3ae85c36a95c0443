import { createLookupCache } from '../projects/lookup-cache.ts'
import type { BlockedAddressQueries } from '../store/store.ts'

/** Life of a server's copy of the list; after this time a block is in effect everywhere. */
export const BLOCKS_LIFE_MS = 5_000

/** Callers that a block refuses: visitors without a verified name, or named users as well. */
export type BlockReach = 'visitors' | 'everybody'

/** The addresses that the operator refuses. */
export interface BlockedAddresses {
  /** Undefined: the address may call. */
  find(projectId: string, address: string): Promise<BlockReach | undefined>
}

export interface BlockedAddressesParts {
  readonly queries: Pick<BlockedAddressQueries, 'list'>
  /** Computes the key of an address in the list. */
  readonly addressKey: (address: string) => string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Caches the operator's list. While the database is unreachable, the last copy is used. */
export function createBlockedAddresses(parts: BlockedAddressesParts): BlockedAddresses {
  const { queries, addressKey, now } = parts
  const lists = createLookupCache({
    load: async () => indexBlocks(await queries.list()),
    lifeMs: BLOCKS_LIFE_MS,
    staleMs: Number.POSITIVE_INFINITY,
    now,
  })

  return {
    async find(projectId, address) {
      const blocks = await lists.find('')
      if (!blocks || blocks.size === 0) return undefined
      const standing = (blocks.get(addressKey(address)) ?? []).filter(
        (block) =>
          (block.projectId === null || block.projectId === projectId) &&
          now() < Date.parse(block.endsAt),
      )
      if (standing.length === 0) return undefined
      return standing.some((block) => block.isForEverybody) ? 'everybody' : 'visitors'
    },
  }
}

type Blocks = Awaited<ReturnType<BlockedAddressQueries['list']>>

/** An address may have one block for each project, and one for all projects. */
function indexBlocks(blocks: Blocks): ReadonlyMap<string, Blocks> {
  const byKey = new Map<string, Blocks>()
  for (const block of blocks) {
    byKey.set(block.addressKey, [...(byKey.get(block.addressKey) ?? []), block])
  }
  return byKey
}
