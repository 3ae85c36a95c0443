import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { addressBucket } from '../auth/address-bucket.ts'
import { BLOCKS_LIFE_MS } from '../auth/blocked-addresses.ts'
import { deriveKey } from '../auth/secret.ts'
import { createAddressKey, isAddressKey } from '../limits/address-key.ts'
import type { BlockedAddress, Store } from '../store/store.ts'
import { plural, textTable } from './answer-text.ts'
import { command } from './command.ts'
import { CommandLineError, readLine } from './flags.ts'
import type { Tool } from './tool.ts'

const HOUR_MS = 3_600_000
const HOURS_DEFAULT = 24
/**
 * Addresses change hands, so blocks expire; this also bounds how long a row contains the key of an address.
 */
export const BLOCK_HOURS_MAX = 48

const ADDRESS_WORD = 'address or key'
const ADDRESS_EXPECTED =
  'expected an IPv4 or IPv6 address, or the key of one, as the log shows it: 32 hexadecimal digits'

const blockCommand = command({
  name: 'address block',
  takes: [ADDRESS_WORD],
  about: 'Answer no more calls to an address, for some time',
  details:
    `The key is what the log shows as "addressKey"; of an address only its key is kept. IPv6 is blocked by the network (/64).\n` +
    'Users whom your own server names still chat, so that a customer behind the same address does; --everybody refuses them too.\n' +
    "Calls with a server's key always pass. An answer that runs goes on to its end.\n" +
    `A block expires after ${BLOCK_HOURS_MAX} hours at the latest: block again to go on.`,
  flags: {
    project: { value: 'id', about: 'in this project only; in all when absent' },
    hours: {
      value: 'n',
      about: `how long, 1 to ${BLOCK_HOURS_MAX}; ${HOURS_DEFAULT} when absent`,
    },
    everybody: { about: 'named users as well' },
    reason: { value: 'text', about: 'for the list' },
  },
  async run(tool, { project, hours, everybody, reason }, word) {
    const lifeMs = readHours(hours) * HOUR_MS
    const line = readLine('--reason', reason)
    const addressKey = readAddress(tool, word)
    const block = await inProject(tool, project, (store) =>
      store.blockedAddresses.block({
        addressKey,
        projectId: project ?? null,
        isForEverybody: everybody,
        reason: line ?? null,
        endsAt: new Date(store.now() + lifeMs).toISOString(),
      }),
    )
    return {
      text:
        `Blocked ${addressKey} ${placeOf(block)} until ${block.endsAt}${everybody ? ', for named users as well' : ''}. ` +
        `Running servers know within ${BLOCKS_LIFE_MS / 1000} seconds.`,
      facts: blockFacts(block),
    }
  },
})

const listCommand = command({
  name: 'address list',
  about: 'List the addresses that are blocked',
  flags: {},
  async run(tool) {
    const blocks = await tool.withStore((store) => store.blockedAddresses.list())
    const table = blocks.map((block) => [
      block.addressKey,
      block.projectId ?? 'all',
      block.isForEverybody ? 'everybody' : 'visitors',
      block.endsAt,
      block.reason,
    ])
    return {
      text: textTable(['ADDRESS', 'PROJECT', 'WHO', 'ENDS', 'REASON'], table),
      facts: blocks.map(blockFacts),
    }
  },
})

const unblockCommand = command({
  name: 'address unblock',
  takes: [ADDRESS_WORD],
  about: 'End the blocks of an address',
  flags: { project: { value: 'id', about: 'the block of this project only; all when absent' } },
  async run(tool, { project }, word) {
    const addressKey = readAddress(tool, word)
    const count = await inProject(tool, project, (store) =>
      store.blockedAddresses.unblock(addressKey, project),
    )
    if (count === 0) {
      throw new AlcoveError('not_found', `${addressKey} is not blocked.`, {
        hint: `All that are, are listed by ${PROGRAM} address list.`,
      })
    }
    return {
      text: `Ended ${plural(count, 'block')} of ${addressKey}. Running servers know within ${BLOCKS_LIFE_MS / 1000} seconds.`,
      facts: { address: addressKey, ended: count },
    }
  },
})

export const ADDRESS_COMMANDS = [blockCommand, listCommand, unblockCommand]

const inProject = <Result>(
  tool: Tool,
  project: string | undefined,
  work: (store: Store) => Promise<Result>,
): Promise<Result> =>
  project === undefined ? tool.withStore(work) : tool.withProject(project, work)

/** The key of an address as limits count it; a key is returned unchanged. */
function readAddress(tool: Tool, word: string): string {
  if (isAddressKey(word)) return word
  // The log and the API write a network as `2001:db8:0:1::/64`.
  const address = addressBucket(word.replace(/::\/64$/, '::'))
  if (address === undefined) {
    throw new CommandLineError(`${JSON.stringify(word)}: ${ADDRESS_EXPECTED}.`)
  }
  return createAddressKey(deriveKey(tool.readSettings().secret, 'budget-address'))(address)
}

function readHours(text: string | undefined): number {
  if (text === undefined) return HOURS_DEFAULT
  const hours = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (hours >= 1 && hours <= BLOCK_HOURS_MAX) return hours
  throw new CommandLineError(
    `--hours is ${JSON.stringify(text)}; expected a whole number from 1 to ${BLOCK_HOURS_MAX}.`,
  )
}

const placeOf = ({ projectId }: BlockedAddress): string =>
  projectId === null ? 'in all projects' : `in project "${projectId}"`

const blockFacts = (block: BlockedAddress) => ({
  address: block.addressKey,
  project_id: block.projectId,
  everybody: block.isForEverybody,
  reason: block.reason,
  created_at: block.createdAt,
  ends_at: block.endsAt,
})
