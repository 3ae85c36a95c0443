import { sha256 } from './sha-256.ts'

/** Characters of the hash; half of it leaves no two people alike. */
const KEY_LENGTH = 32
/** Everybody who writes without a name; the browser knows one of them for each project. */
const VISITOR = 'visitor'

/**
 * What somebody's rows are kept under. The user's id itself is never written to the device.
 *
 * @param subject the user's id; `null` for a visitor without an account.
 */
export const ownerKey = (base: string, subject: string | null): string =>
  subject === null ? VISITOR : sha256(`${base}\n${subject}`).slice(0, KEY_LENGTH)
