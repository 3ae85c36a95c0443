import { AlcoveError } from '../../../shared/errors.ts'

/** The refusal of a database that a newer version has changed; any other error as it is. */
export function explain(error: unknown): unknown {
  const newer = error instanceof Error && /executed migration (\S+) is missing/.exec(error.message)
  if (!newer) return error
  return createNewerError(newer[1] ?? '', error)
}

export const createNewerError = (name: string, cause?: unknown): AlcoveError =>
  new AlcoveError(
    'version_skew',
    `The database was used by a newer version of Alcove (it has the migration ${name}). ` +
      'Start that version or a newer one, or restore a backup from before the update.',
    { cause },
  )

export const createPendingError = (name: string): AlcoveError =>
  new AlcoveError(
    'version_skew',
    `The server that is running belongs to an older version of Alcove (its database lacks the ` +
      `migration ${name}). Stop it, or use that version's own command line.`,
  )
