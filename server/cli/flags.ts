import { AlcoveError, type ErrorDetails } from '../../shared/errors.ts'

/** Flags that several commands have. */
export const PROJECT_FLAG = { value: 'id', about: 'the project', isRequired: true } as const

/** An invalid command line: nothing was read, opened or tried. */
export class CommandLineError extends AlcoveError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('invalid_request', message, details)
  }
}

/** Maximum length of a project's or a key's name, in characters. */
export const NAME_MAX = 100

/**
 * `--name`: one line for the lists.
 *
 * @throws CommandLineError
 */
export const readName = (name: string | undefined): string | undefined => readLine('--name', name)

/**
 * The value of a flag that is one line of text.
 *
 * @throws CommandLineError
 */
export function readLine(flag: string, line: string | undefined): string | undefined {
  const trimmed = line?.trim()
  if (trimmed === undefined) return undefined
  const isPlain = trimmed !== '' && trimmed.length <= NAME_MAX && !/\p{C}/u.test(trimmed)
  if (isPlain) return trimmed
  throw new CommandLineError(
    `${flag} is ${JSON.stringify(line?.slice(0, NAME_MAX))}; expected 1 to ${NAME_MAX} characters in one line.`,
  )
}
