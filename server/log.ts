import { pino } from 'pino'
import { describeError } from './routes/describe-error.ts'

export type LogFields = Readonly<Record<string, unknown>>

/** One line of JSON per event. Message texts and bodies have no business in it. */
export interface Log {
  info(fields: LogFields, text: string): void
  warn(fields: LogFields, text: string): void
  error(fields: LogFields, text: string): void
}

export interface LogSettings {
  /** Receives whole lines. */
  readonly write: (line: string) => void
  /** Values that must never appear: the settings' secrets and keys. */
  readonly secrets?: readonly string[]
}

/** Shorter ones would take ordinary words out of the log. */
const SECRET_MIN_LENGTH = 6
const REDACTED = '[redacted]'
/** Tokens and keys by their looks, wherever they stand: also in the middle of a word. */
const TOKEN_PATTERN = /eyJ[\w-]{8,}(?:\.[\w-]*){0,4}|rt_[\w-]{16,}|[sp]k[-_][\w-]{12,}/g
/** JSON escapes only the first 32; a terminal or a reader of lines acts on these too. */
const UNSAFE_PATTERN = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

export function createLog({ write, secrets = [] }: LogSettings): Log {
  const known = secrets
    .filter((secret) => secret.length >= SECRET_MIN_LENGTH)
    .map((secret) => JSON.stringify(secret).slice(1, -1))
  const clean = (line: string) => {
    const hidden = known.reduce((text, secret) => text.replaceAll(secret, REDACTED), line)
    return hidden.replace(TOKEN_PATTERN, REDACTED).replace(UNSAFE_PATTERN, escapeCharacter)
  }
  return pino(
    {
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      // An error's own words may quote what somebody wrote.
      serializers: { err: (error: unknown) => describeError(error) },
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => write(clean(line)) },
  )
}

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
