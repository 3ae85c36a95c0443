import { AlcoveError, type ErrorDetails } from '../../shared/errors.ts'
import type { Tool } from './tool.ts'

export interface Flag {
  /** What its value is, such as `id`; absent: a switch. */
  readonly value?: string
  readonly about: string
  readonly isRequired?: boolean
}

/** What a command says: sentences for people, the same as facts for programs (`--json`). */
export interface Answer {
  readonly text: string
  readonly facts: unknown
}

type Flags = Readonly<Record<string, Flag>>

type FlagValues<Defined extends Flags> = {
  readonly [Name in keyof Defined]: Defined[Name] extends { readonly value: string }
    ? Defined[Name] extends { readonly isRequired: true }
      ? string
      : string | undefined
    : boolean
}

interface CommandTexts {
  /** One or two words. */
  readonly name: string
  /** What the words after its name are; each must be there. */
  readonly takes?: readonly string[]
  /** One line for the list. */
  readonly about: string
  /** More, for its own help. */
  readonly details?: string
}

export interface Command extends CommandTexts {
  readonly flags: Flags
  /**
   * @param words as many as it `takes`.
   * @param values of its flags, the required ones for sure.
   */
  run(
    tool: Tool,
    words: readonly string[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<Answer>
}

/** Declares a command: its flags' types follow from their declaration. */
export function command<const Defined extends Flags>(
  definition: CommandTexts & {
    readonly flags: Defined
    run(tool: Tool, flags: FlagValues<Defined>, word: string): Promise<Answer>
  },
): Command {
  return {
    ...definition,
    // The reader has checked them against the declaration.
    run: (tool, words, values) =>
      definition.run(tool, values as FlagValues<Defined>, words[0] ?? ''),
  }
}

/** Flags that several commands have. */
export const PROJECT_FLAG = { value: 'id', about: 'the project', isRequired: true } as const

/** What the command line says is wrong in itself: nothing was read, opened or tried. */
export class CommandLineError extends AlcoveError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('invalid_request', message, details)
  }
}

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
