import { AlcoveError } from '../../shared/errors.ts'
import type { MissingFiles } from '../../shared/wire/files.ts'
import type { UnsentEnds } from '../store/store.ts'
import type { FileParts } from './files.ts'

const MS_PER_SECOND = 1_000
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
/** The sweep covers all projects, so the service's limits apply, not those of a project. */
const SERVICE = ''

/** Time until an upload without a message is removed, in milliseconds. */
function unsentAges({ limits }: Pick<FileParts, 'limits'>) {
  const named = limits.amount(SERVICE, 'orphanUploadHours') * MS_PER_HOUR
  const minutes = limits.amount(SERVICE, 'anonymousOrphanUploadMinutes')
  return { named, unnamed: Math.min(named, minutes * MS_PER_MINUTE) }
}

/** Uploads from before these times have expired. */
export function unsentEnds(parts: Pick<FileParts, 'limits' | 'now'>): UnsentEnds {
  const { named, unnamed } = unsentAges(parts)
  const before = (ageMs: number) => new Date(parts.now() - ageMs).toISOString()
  return { named: before(named), unnamed: before(unnamed) }
}

/** Time in seconds until a user's upload is removed, unless a message refers to it. */
export function keptSeconds(
  parts: Pick<FileParts, 'limits' | 'isUnnamed'>,
  userId: string,
): number {
  const { named, unnamed } = unsentAges(parts)
  return (parts.isUnnamed(userId) ? unnamed : named) / MS_PER_SECOND
}

/**
 * Error for missing files of a message: unsent uploads expire after a while.
 *
 * @param path of the first of them in the body.
 * @param urls as in the message.
 */
export const createMissingFilesError = (path: string, urls: readonly string[]): AlcoveError =>
  new AlcoveError(
    'invalid_request',
    `${path}.url: no file of yours; expected a data URL, or the address that an upload gave. An upload that is not sent ends after a while: upload the file again.`,
    { data: { missingFiles: [...urls] } satisfies MissingFiles },
  )
