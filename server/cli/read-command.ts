import { parseArgs } from 'node:util'
import { nearestName } from '../../shared/nearest-name.ts'
import { PROGRAM } from '../../shared/program.ts'
import type { Command } from './command.ts'
import { COMMON_FLAGS, commandText, listText } from './command-help.ts'

/** A parsed command line. */
export type Request =
  | {
      readonly type: 'run'
      readonly command: Command
      readonly words: readonly string[]
      readonly values: Readonly<Record<string, string | boolean | undefined>>
      readonly isJson: boolean
    }
  | { readonly type: 'help'; readonly text: string }
  /** Nothing was done, for this reason. */
  | { readonly type: 'mistake'; readonly sentence: string }

export function readCommand(args: readonly string[], commands: readonly Command[]): Request {
  const dash = args.findIndex((arg) => arg.startsWith('-'))
  const words = dash === -1 ? args : args.slice(0, dash)
  const rest = args.slice(words.length)
  const wantsHelp = rest.includes('--help') || rest.includes('-h')
  if (words[0] === 'help' || (words.length === 0 && (wantsHelp || rest.length === 0))) {
    return readHelp(words.slice(1), commands)
  }
  const command = findCommand(words, commands)
  if (!command) return wantsHelp ? readHelp(words, commands) : unknownCommand(words, commands)
  if (wantsHelp) return { type: 'help', text: commandText(command) }
  return readFlags(command, args.slice(command.name.split(' ').length))
}

function readHelp(words: readonly string[], commands: readonly Command[]): Request {
  const command = findCommand(words, commands)
  if (command) return { type: 'help', text: commandText(command) }
  const named = words.length === 0 ? commands : groupOf(words[0], commands)
  if (named.length === 0) return unknownCommand(words, commands)
  return { type: 'help', text: listText(named) }
}

const findCommand = (words: readonly string[], commands: readonly Command[]) =>
  commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))

const groupOf = (word: string | undefined, commands: readonly Command[]) =>
  commands.filter(({ name }) => name.startsWith(`${word} `))

function unknownCommand(words: readonly string[], commands: readonly Command[]): Request {
  const [first] = words
  if (first === undefined) return mistake(`Say a command first: see ${PROGRAM} help.`)
  const group = groupOf(first, commands)
  const [, second] = words
  if (second === undefined && group.length > 0) {
    const names = group.map(({ name }) => name.slice(first.length + 1))
    return mistake(`"${first}" needs one more word: ${names.join(', ')}.`)
  }
  const typed = words.slice(0, 2).join(' ')
  const names = commands.map(({ name }) => name)
  const nearest = nearestName(typed, names) ?? nearestName(first, names)
  const known = `all are listed by ${PROGRAM} help`
  return mistake(
    nearest === undefined
      ? `There is no command "${typed}": ${known}.`
      : `There is no command "${typed}". Did you mean "${nearest}"? (${known})`,
  )
}

function readFlags(command: Command, args: readonly string[]): Request {
  const flags = { ...command.flags, ...COMMON_FLAGS }
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(flags).map(([name, { value }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string' } as const,
      ]),
    ),
    // The error sentences are our own.
    strict: false,
    tokens: true,
  })
  const words: string[] = []
  const values: Record<string, string | boolean | undefined> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (!flag) return unknownFlag(command, rawName, Object.keys(flags))
    if (name in values) return mistake(`${rawName} is given twice.`)
    if (flag.value === undefined) {
      if (value !== undefined) return mistake(`${rawName} takes no value.`)
      values[name] = true
      continue
    }
    if (value === undefined || value === '' || (!inlineValue && value.startsWith('-'))) {
      return mistake(`${rawName} needs a value: ${rawName}=<${flag.value}>.`)
    }
    values[name] = value
  }
  return checkComplete(command, words, values)
}

function checkComplete(
  command: Command,
  words: readonly string[],
  { json, ...values }: Readonly<Record<string, string | boolean | undefined>>,
): Request {
  const { name, takes = [], mayTake, flags } = command
  const missing = [
    ...takes.slice(words.length).map((word) => `<${word}>`),
    ...Object.keys(flags)
      .filter((flag) => flags[flag]?.isRequired && values[flag] === undefined)
      .map((flag) => `--${flag} <${flags[flag]?.value}>`),
  ]
  if (missing.length > 0) {
    return mistake(`${name} needs ${missing.join(' and ')}: see ${PROGRAM} ${name} --help.`)
  }
  const most = takes.length + (mayTake === undefined ? 0 : 1)
  if (words.length > most) return mistake(`"${words[most]}" is an extra word for ${name}.`)
  return { type: 'run', command, words, values, isJson: json === true }
}

function unknownFlag(command: Command, rawName: string, names: readonly string[]): Request {
  const nearest = nearestName(rawName.replace(/^-+/, ''), names)
  return mistake(
    nearest === undefined
      ? `${command.name} has no flag ${rawName}: see ${PROGRAM} ${command.name} --help.`
      : `${command.name} has no flag ${rawName}. Did you mean --${nearest}?`,
  )
}

const mistake = (sentence: string): Request => ({ type: 'mistake', sentence })
