import { PROGRAM } from '../../shared/program.ts'
import type { Command, Flag } from './command.ts'

/** Every command takes these. */
export const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  json: { about: 'answer as JSON, for programs' },
  help: { about: 'say what the command does' },
}

/** All commands, or those of a group, one on each line. */
export function listText(commands: readonly Command[]): string {
  const usages = commands.map(usageOf)
  const width = Math.max(...usages.map((usage) => usage.length))
  const lines = commands.map(({ about }, index) => `  ${usages[index]!.padEnd(width)}  ${about}`)
  return [
    `${PROGRAM} <command>`,
    '',
    ...lines,
    '',
    'Each says more with --help, and answers as JSON with --json.',
  ].join('\n')
}

/** The help of one command. */
export function commandText(command: Command): string {
  const flags = { ...command.flags, ...COMMON_FLAGS }
  const names = Object.entries(flags).map(([name, { value }]) => flagName(name, value))
  const width = Math.max(...names.map((name) => name.length))
  const lines = Object.values(flags).map(
    ({ about, isRequired }, index) =>
      `  ${names[index]!.padEnd(width)}  ${about}${isRequired ? ' (required)' : ''}`,
  )
  const details = command.details === undefined ? [] : ['', command.details]
  return [`${PROGRAM} ${usageOf(command)}`, '', `${command.about}.`, ...details, '', ...lines].join(
    '\n',
  )
}

const usageOf = ({ name, takes = [], mayTake, flags }: Command): string => {
  const required = Object.entries(flags).filter(([, { isRequired }]) => isRequired)
  const words = [
    ...takes.map((word) => `<${word}>`),
    ...(mayTake === undefined ? [] : [`[${mayTake}]`]),
  ]
  return [name, ...words, ...required.map(([flag, { value }]) => flagName(flag, value))].join(' ')
}

const flagName = (name: string, value: string | undefined): string =>
  value === undefined ? `--${name}` : `--${name} <${value}>`
