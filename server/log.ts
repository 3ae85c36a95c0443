import { pino } from 'pino'
import { describeError } from './routes/handle-error.ts'

/** Levels of the log, from the least to the most important. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type LogFields = Readonly<Record<string, unknown>>

/** Writes one line per event. Message texts and bodies are never logged. */
export interface Log {
  debug(fields: LogFields, text: string): void
  info(fields: LogFields, text: string): void
  warn(fields: LogFields, text: string): void
  error(fields: LogFields, text: string): void
}

export interface LogSettings {
  /** Receives whole lines. */
  readonly write: (line: string) => void
  /** Lines below this level are left out; default `info`. */
  readonly level?: LogLevel
  /** `json` for programs, `text` for a person at a terminal; default `json`. */
  readonly format?: 'json' | 'text'
  /** Values that must never appear: the settings' secrets and keys. */
  readonly secrets?: readonly string[]
}

/** Shorter secrets would remove ordinary words from the log. */
const SECRET_MIN_LENGTH = 6
const REDACTED = '[redacted]'
/** Tokens and keys by their form, at any place, even in the middle of a word. */
const TOKEN_PATTERN = /eyJ[\w-]{8,}(?:\.[\w-]*){0,4}|rt_[\w-]{16,}|[sp]k[-_][\w-]{12,}/g
/** Characters that a terminal or a reader of lines acts on; JSON escapes only the first 32. */
const UNSAFE_PATTERN = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

export function createLog({
  write,
  level = 'info',
  format = 'json',
  secrets = [],
}: LogSettings): Log {
  const known = secrets
    .filter((secret) => secret.length >= SECRET_MIN_LENGTH)
    .map((secret) => JSON.stringify(secret).slice(1, -1))
  const clean = (line: string) => {
    const hidden = known.reduce((text, secret) => text.replaceAll(secret, REDACTED), line)
    const shown = hidden.replace(TOKEN_PATTERN, REDACTED).trimEnd()
    const text = format === 'json' ? shown : toText(shown)
    return `${text.replace(UNSAFE_PATTERN, escapeCharacter)}\n`
  }
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      // An error's message may quote a user's text.
      serializers: { err: (error: unknown) => describeError(error) },
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => write(clean(line)) },
  )
}

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** `10:31:02 warn  the model provider gave trouble (status 500, kind "server")`. */
function toText(json: string): string {
  const { level, time, msg, ...fields } = JSON.parse(json) as Record<string, unknown>
  const facts = Object.entries(fields).map(([name, value]) => `${name} ${describeField(value)}`)
  const rest = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg)}${rest}`
}

/** Leaves out an error's stack, which only the JSON format has. */
function describeField(value: unknown): string {
  const isError =
    typeof value === 'object' && value !== null && 'error' in value && 'stack' in value
  if (!isError) return JSON.stringify(value)
  const { error, code = '', text = '' } = value as Readonly<Record<string, string>>
  return [error, code, text].filter(Boolean).join(' ')
}
