import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** A wrong command line: nothing was done. */
const EXIT_MISTAKE = 2

/**
 * The arguments of a script. A mistake ends the process with a sentence.
 *
 * @param options its flags, as `parseArgs` takes them.
 * @param wordsMax how many words it takes besides flags.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  options: Options = {} as Options,
  wordsMax = 0,
) {
  return orExit(() => parseArguments(process.argv.slice(2), options, wordsMax))
}

/** The value of a flag or word that is a whole number. Another value ends the process with a sentence. */
export const readNumber = (name: string, text: string, min: number, max: number): number =>
  orExit(() => parseNumber(name, text, min, max))

/** @throws Error with a sentence. */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  wordsMax: number,
) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: true,
    })
    if (positionals.length <= wordsMax) return { values, words: positionals }
    throw new Error(`"${positionals[wordsMax]}" is an extra word`)
  } catch (error) {
    // Node's advice after the first sentence is about words that begin with a dash.
    const [reason = ''] = (error as Error).message.split('. ')
    throw new Error(`${reason}: ${describeFlags(options)}.`, { cause: error })
  }
}

function describeFlags(options: ParseArgsOptionsConfig): string {
  const flags = Object.entries(options).map(([name, { type }]) =>
    type === 'string' ? `--${name}=…` : `--${name}`,
  )
  return flags.length === 0 ? 'expected no flags' : `the flags are ${flags.join(', ')}`
}

/** @throws Error with a sentence. */
export function parseNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Error(
    `${name} is ${JSON.stringify(text)}: expected a whole number from ${min} to ${max}.`,
  )
}

/** Ends the process with the sentence of an error. */
export function orExit<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(EXIT_MISTAKE)
  }
}
