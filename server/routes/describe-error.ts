import { AlcoveError } from '../../shared/errors.ts'

const TEXT_MAX = 300
const FRAMES_MAX = 8
const CAUSES_MAX = 3

/** What a log may know of a failure: where and of what kind, not whose words it was about. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    error: error.name,
    text: error instanceof AlcoveError ? error.message : withoutQuotes(error.message),
    ...('code' in error ? { code: String(error.code) } : {}),
    stack: frames.slice(0, FRAMES_MAX).map((line) => line.trim()),
    ...(error.cause !== undefined && depth < CAUSES_MAX
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  }
}

/** Databases and parsers quote the value that they stumbled over. */
function withoutQuotes(text: string): string {
  return text.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?/g, '"…"').slice(0, TEXT_MAX)
}
