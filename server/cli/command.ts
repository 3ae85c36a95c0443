import type { Tool } from './tool.ts'

export interface Flag {
  /** Name of its value, such as `id`; absent: a switch. */
  readonly value?: string
  readonly about: string
  readonly isRequired?: boolean
}

/** A command's answer: sentences for people, the same as facts for programs (`--json`). */
export interface Answer {
  readonly text: string
  readonly facts: unknown
  /** True if it tells of something that has to be changed: the process then ends with 1. Default: false. */
  readonly hasFailed?: boolean
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
  /** Name of one or two words. */
  readonly name: string
  /** Names of the required words after its name. */
  readonly takes?: readonly string[]
  /** Name of a last word that may be there. */
  readonly mayTake?: string
  /** Line for the list. */
  readonly about: string
  /** More text, for the command's own help. */
  readonly details?: string
}

export interface Command extends CommandTexts {
  readonly flags: Flags
  /**
   * @param words as many as it `takes`, and perhaps the one that it `mayTake`.
   * @param values of its flags, including all required ones.
   * @returns undefined if the work goes on, and prints for itself.
   */
  run(
    tool: Tool,
    words: readonly string[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<Answer | undefined>
}

/** Declares a command: the types of its flags follow from their declaration. */
export function command<const Defined extends Flags>(
  definition: CommandTexts & {
    readonly flags: Defined
    run(
      tool: Tool,
      flags: FlagValues<Defined>,
      word: string,
      second: string,
    ): Promise<Answer | undefined>
  },
): Command {
  return {
    ...definition,
    // The reader has validated them against the declaration.
    run: (tool, words, values) =>
      definition.run(tool, values as FlagValues<Defined>, words[0] ?? '', words[1] ?? ''),
  }
}
