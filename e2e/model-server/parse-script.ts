import type { Command } from './command.ts'

const NO_PAUSE = Number.POSITIVE_INFINITY
const FOREVER_MS = Number.POSITIVE_INFINITY

type Reader = (rest: string) => Command | undefined

const bare =
  (name: 'echo' | 'headers' | 'garbage' | 'html' | 'cut' | 'eof' | 'next'): Reader =>
  (rest) =>
    rest === '' ? { name } : undefined

const withText =
  (name: 'say' | 'reason' | 'units'): Reader =>
  (rest) =>
    rest === '' ? undefined : { name, text: rest.replaceAll('\\n', '\n') }

const readers: Readonly<Record<string, Reader>> = {
  say: withText('say'),
  reason: withText('reason'),
  units: withText('units'),
  json: readJson,
  tokens: (rest) => {
    const match = /^(\d+)(?: (\d+))?$/.exec(rest)
    return match ? { name: 'tokens', count: Number(match[1]), rate: readRate(match[2]) } : undefined
  },
  markdown: (rest) => {
    const match = /^([a-z0-9-]+)(?: (\d+))?$/.exec(rest)
    return match ? { name: 'markdown', file: match[1]!, rate: readRate(match[2]) } : undefined
  },
  tool: (rest) => {
    const match = /^([\w-]+) (\{.*\})$/s.exec(rest)
    return match ? { name: 'tool', tool: match[1]!, input: match[2]!, whole: match[2]! } : undefined
  },
  twice: (rest) => {
    const match = /^([\w-]+) ("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/s.exec(rest)
    const input = readString(match?.[2])
    const whole = readString(match?.[3])
    return input === undefined || whole === undefined
      ? undefined
      : { name: 'tool', tool: match![1]!, input, whole }
  },
  wait: (rest) => {
    if (rest === '' || rest === 'forever') return { name: 'wait', ms: FOREVER_MS }
    const ms = readMs(rest)
    return ms === undefined ? undefined : { name: 'wait', ms }
  },
  drip: (rest) => {
    const [every = '', total = ''] = rest.split(' ')
    const ms = readMs(every)
    const totalMs = total === '' ? Number.POSITIVE_INFINITY : readMs(total)
    return ms === undefined || totalMs === undefined ? undefined : { name: 'drip', ms, totalMs }
  },
  hold: (rest) => (/^[\w-]+$/.test(rest) ? { name: 'hold', key: rest } : undefined),
  split: (rest) => (/^[1-9]\d*$/.test(rest) ? { name: 'split', bytes: Number(rest) } : undefined),
  status: readStatus,
  redirect: (rest) =>
    /^https?:\/\/\S+$/.test(rest) ? { name: 'redirect', location: rest } : undefined,
  error: (rest) => (rest === '' ? undefined : { name: 'error', message: rest }),
  finish: (rest) => (/^[a-z_-]+$/.test(rest) ? { name: 'finish', reason: rest } : undefined),
  echo: bare('echo'),
  headers: bare('headers'),
  garbage: bare('garbage'),
  html: bare('html'),
  cut: bare('cut'),
  eof: bare('eof'),
  next: bare('next'),
}

/** The commands of a message, or `undefined` if a piece is not a command. */
export function parseScript(message: string): readonly Command[] | undefined {
  // A text with semicolons needs a separate line.
  const pieces = message.trim().split(message.trim().includes('\n') ? '\n' : ';')
  const commands = pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map(parseCommand)
  if (commands.length === 0 || commands.includes(undefined)) return undefined
  return commands.filter((command) => command !== undefined)
}

/** The commands of one model call of an answer; scripts without `next` are played completely each time. */
export function commandsOfCall(commands: readonly Command[], call: number): readonly Command[] {
  const sections: Command[][] = [[]]
  for (const command of commands) {
    if (command.name === 'next') sections.push([])
    else sections.at(-1)?.push(command)
  }
  return sections[Math.min(call, sections.length - 1)] ?? []
}

function parseCommand(piece: string): Command | undefined {
  const [word = ''] = piece.split(' ', 1)
  const reader = Object.hasOwn(readers, word) ? readers[word] : undefined
  return reader?.(piece.slice(word.length).trim())
}

function readRate(digits: string | undefined): number {
  return digits === undefined ? NO_PAUSE : Math.max(1, Number(digits))
}

function readMs(text: string): number | undefined {
  const match = /^(\d+)(ms|s)$/.exec(text)
  if (!match) return undefined
  return Number(match[1]) * (match[2] === 's' ? 1000 : 1)
}

function readJson(rest: string): Command | undefined {
  const text = readString(rest)
  return text === undefined ? undefined : { name: 'json', text }
}

function readString(json = ''): string | undefined {
  try {
    const text: unknown = JSON.parse(json)
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}

function readStatus(rest: string): Command | undefined {
  const match = /^([2-5]\d\d)(?: retry-after=(\S+))?(?: times=(\d+))?$/.exec(rest)
  if (!match) return undefined
  return {
    name: 'status',
    status: Number(match[1]),
    retryAfter: match[2],
    times: match[3] === undefined ? Number.POSITIVE_INFINITY : Number(match[3]),
  }
}
