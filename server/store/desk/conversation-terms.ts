import { createHash } from 'node:crypto'

const WEEK_MS = 7 * 86_400_000
const WEEK_CHARACTERS = 3
const HASH_CHARACTERS = 10

/** Weeks since 1970. */
export const weekOf = (time: string): number => Math.floor(Date.parse(time) / WEEK_MS)

/**
 * Prefix of every term of a project's texts of one week. A search reads one week's terms after the other, the newest first, so that a
 * frequent word costs no more than a week of it. It is not the tenancy check: the rows are queried with their project.
 */
export function conversationPrefix(projectId: string, week: number): string {
  const hash = createHash('sha256').update(projectId).digest('hex').slice(0, HASH_CHARACTERS)
  return `d${hash}${week.toString(36).padStart(WEEK_CHARACTERS, '0')}`
}
