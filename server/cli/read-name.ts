import { AlcoveError } from '../../shared/errors.ts'

/** Longest name of a project or a key, in characters. */
export const NAME_MAX = 100

/**
 * `--name`: one line for the lists.
 *
 * @throws AlcoveError `invalid_request`.
 */
export function readName(name: string | undefined): string | undefined {
  const trimmed = name?.trim()
  if (trimmed === undefined) return undefined
  const isPlain = trimmed !== '' && trimmed.length <= NAME_MAX && !/\p{C}/u.test(trimmed)
  if (isPlain) return trimmed
  throw new AlcoveError(
    'invalid_request',
    `--name is ${JSON.stringify(name?.slice(0, NAME_MAX))}; expected 1 to ${NAME_MAX} characters in one line.`,
  )
}
