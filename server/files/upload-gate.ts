import { AlcoveError } from '../../shared/errors.ts'
import { createBusyError } from '../limits/busy-error.ts'
import { visitorsPart } from '../limits/visitor-shares.ts'
import { createRepeatError } from './receive-upload.ts'

/** Maximum of concurrent uploads of this process, of all users. */
export const UPLOADS_MAX = 256
/**
 * Maximum of all visitors without a verified name: a new visitor costs nothing, and an upload may take
 * minutes.
 */
export const UPLOADS_OF_VISITORS_MAX = visitorsPart(UPLOADS_MAX)
/** Maximum of the visitors of one address: one for each person of an office of 50. */
export const UPLOADS_OF_ADDRESS_MAX = 64
/** Maximum of one user: as many as a browser sends to one server at once. */
export const UPLOADS_OF_USER_MAX = 6

export interface Upload {
  readonly key: string
  /** Names the user, unique over all projects. */
  readonly user: string
  /** Origin of a visitor without a verified name. */
  readonly visitor?: { readonly projectId: string; readonly address: string }
}

export interface UploadGate {
  /**
   * Runs `work` at once, or not at all.
   *
   * @throws AlcoveError `conflict` while the same file is being uploaded, `rate_limited` if the user, or the
   * visitors of the address, send too many, `unavailable` if all do.
   */
  run<T>(upload: Upload, work: () => Promise<T>): Promise<T>
}

/** Called for an upload that is refused because of others of its address. */
export type AddressFull = (projectId: string, address: string) => void

/** Limits concurrent uploads: each may take minutes, and keeps a file open. */
export function createUploadGate(onAddressFull: AddressFull): UploadGate {
  const keys = new Set<string>()
  const users = createTally()
  const addresses = createTally()

  function requirePlace({ key, user, visitor }: Upload) {
    if (keys.has(key)) throw createRepeatError()
    if (users.count(user) >= UPLOADS_OF_USER_MAX) {
      throw new AlcoveError('rate_limited', 'Too many uploads at once; wait for one to end.')
    }
    if (visitor) requireVisitorsPlace(visitor)
    if (keys.size >= UPLOADS_MAX) throw createFullError()
  }

  function requireVisitorsPlace({ projectId, address }: NonNullable<Upload['visitor']>) {
    if (addresses.count(address) >= UPLOADS_OF_ADDRESS_MAX) {
      onAddressFull(projectId, address)
      throw new AlcoveError(
        'rate_limited',
        'Visitors of your network send too many files at once; try again.',
      )
    }
    if (addresses.all() >= UPLOADS_OF_VISITORS_MAX) throw createFullError()
  }

  return {
    async run(upload, work) {
      requirePlace(upload)
      const { key, user, visitor } = upload
      keys.add(key)
      users.add(user, 1)
      if (visitor) addresses.add(visitor.address, 1)
      try {
        return await work()
      } finally {
        keys.delete(key)
        users.add(user, -1)
        if (visitor) addresses.add(visitor.address, -1)
      }
    },
  }
}

/** Counts of names; a name whose count is 0 is removed. */
function createTally() {
  const counts = new Map<string, number>()
  let all = 0
  const count = (name: string): number => counts.get(name) ?? 0
  return {
    count,
    all: () => all,
    add(name: string, more: 1 | -1) {
      all += more
      const left = count(name) + more
      if (left === 0) counts.delete(name)
      else counts.set(name, left)
    },
  }
}

const createFullError = (): AlcoveError =>
  createBusyError('Too many files are being sent; try again.')
