import { AlcoveError } from '../../shared/errors.ts'
import { createRepeatError } from './receive-upload.ts'

/** Uploads that this process takes at once, of all users. */
export const UPLOADS_MAX = 64
/** Of one user: as many as a browser sends to one place at once. */
export const UPLOADS_OF_USER_MAX = 6

export interface Upload {
  readonly key: string
  /** Names the user, of all projects. */
  readonly user: string
}

export interface UploadGate {
  /**
   * Runs `work` at once, or not at all.
   *
   * @throws AlcoveError `conflict` while the same file is on its way, `rate_limited` when the user
   * sends too many, `unavailable` when all do.
   */
  run<T>(upload: Upload, work: () => Promise<T>): Promise<T>
}

/** An upload may take minutes and holds a file open all the while: few at once. */
export function createUploadGate(): UploadGate {
  const keys = new Set<string>()
  const users = new Map<string, number>()

  return {
    async run({ key, user }, work) {
      const mine = users.get(user) ?? 0
      if (keys.has(key)) throw createRepeatError()
      if (mine >= UPLOADS_OF_USER_MAX) {
        throw new AlcoveError('rate_limited', 'Too many uploads at once; wait for one to end.')
      }
      if (keys.size >= UPLOADS_MAX) {
        throw new AlcoveError('unavailable', 'Too many files are being sent; try again.')
      }
      keys.add(key)
      users.set(user, mine + 1)
      try {
        return await work()
      } finally {
        keys.delete(key)
        const left = users.get(user)! - 1
        if (left === 0) users.delete(user)
        else users.set(user, left)
      }
    },
  }
}
