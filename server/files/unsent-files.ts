import { AlcoveError } from '../../shared/errors.ts'
import type { MissingFiles } from '../../shared/wire/files.ts'
import type { UnsentEnds } from '../store/store.ts'
import type { FileParts } from './files.ts'

const MS_PER_SECOND = 1_000
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
/** The sweep is of all projects: the service's limits count, not a project's own. */
const SERVICE = ''

/** How long an upload is kept that no message names, in milliseconds. */
function unsentAges({ limits }: Pick<FileParts, 'limits'>) {
  const named = limits.amount(SERVICE, 'orphanUploadHours') * MS_PER_HOUR
  const minutes = limits.amount(SERVICE, 'anonymousOrphanUploadMinutes')
  return { named, unnamed: Math.min(named, minutes * MS_PER_MINUTE) }
}

/** Uploads that began before these times have ended. */
export function unsentEnds(parts: Pick<FileParts, 'limits' | 'now'>): UnsentEnds {
  const { named, unnamed } = unsentAges(parts)
  const before = (ageMs: number) => new Date(parts.now() - ageMs).toISOString()
  return { named: before(named), unnamed: before(unnamed) }
}

/** How long an upload of a user is kept unless a message names it. */
export function keptSeconds(
  parts: Pick<FileParts, 'limits' | 'isUnnamed'>,
  userId: string,
): number {
  const { named, unnamed } = unsentAges(parts)
  return (parts.isUnnamed(userId) ? unnamed : named) / MS_PER_SECOND
}

/**
 * Files that a message names and that are not there: unsent uploads end after a while.
 *
 * @param path where the first of them stands in the body.
 * @param urls as the message names them.
 */
export const createMissingFilesError = (path: string, urls: readonly string[]): AlcoveError =>
  new AlcoveError(
    'invalid_request',
    `${path}.url: no file of yours; expected a data URL, or the address that an upload gave. An upload that is not sent ends after a while: upload the file again.`,
    { data: { missingFiles: [...urls] } satisfies MissingFiles },
  )
