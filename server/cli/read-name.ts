import { CommandLineError } from './command-line-error.ts'

/** Longest name of a project or a key, in characters. */
export const NAME_MAX = 100

/**
 * `--name`: one line for the lists.
 *
 * @throws CommandLineError
 */
export function readName(name: string | undefined): string | undefined {
  const trimmed = name?.trim()
  if (trimmed === undefined) return undefined
  const isPlain = trimmed !== '' && trimmed.length <= NAME_MAX && !/\p{C}/u.test(trimmed)
  if (isPlain) return trimmed
  throw new CommandLineError(
    `--name is ${JSON.stringify(name?.slice(0, NAME_MAX))}; expected 1 to ${NAME_MAX} characters in one line.`,
  )
}
