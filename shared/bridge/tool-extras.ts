import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../json.ts'

// What a page's tool may have besides being run. A side of an older version knows nothing of it: the frame asks
// only what the page's side said that it answers.

/** `once`: the person may allow it for the rest of the conversation. */
export type ToolExtra = 'available' | 'preview' | 'undo' | 'once'

/** What the frame asks of a tool of the page; see `HostMethods.askTool`. */
export type ToolQuestion =
  /** Answered with a boolean: whether the model may be told of it now. */
  | { readonly about: 'available'; readonly name: string }
  /** Answered with whatever {@link readToolPreview} reads: what a call would do. */
  | { readonly about: 'preview'; readonly name: string; readonly args: JsonObject }
  /** Answered as a run is: takes back what the run of this id did. */
  | { readonly about: 'undo'; readonly name: string; readonly runId: string }

/** So long a page may think about what it offers: a message waits for it. */
export const TOOL_AVAILABLE_LIMIT_MS = 1_000
/** So long the question for approval waits for its preview. */
export const TOOL_PREVIEW_LIMIT_MS = 2_000

/** What the page says of a call that waits for approval. Plain text. */
export interface ToolPreview {
  readonly text?: string | undefined
  /** By names that people read. */
  readonly fields?: Readonly<Record<string, string>> | undefined
}

export const PREVIEW_TEXT_MAX_CHARACTERS = 1_000
export const PREVIEW_FIELDS_MAX = 12
export const PREVIEW_NAME_MAX_CHARACTERS = 60
export const PREVIEW_VALUE_MAX_CHARACTERS = 200

/** How far a run is; told as an event, of which the newest counts. */
export interface ToolProgress {
  readonly callId: string
  /** As the page said it; {@link readProgress} reads it. */
  readonly state: JsonValue
}

/** A progress as it is shown. */
export interface ShownProgress {
  readonly text?: string | undefined
  /** From 0 to 1. */
  readonly fraction?: number | undefined
}

export const PROGRESS_TEXT_MAX_CHARACTERS = 200
/** The page tells no more often than this; the last one always comes. */
export const PROGRESS_INTERVAL_MS = 250
/** Runs of a page that can be taken back; an older one makes room. */
export const UNDO_RUNS_MAX = 50

export const isToolProgress = (value: unknown): value is ToolProgress =>
  isPlainObject(value) && typeof value['callId'] === 'string' && isJsonValue(value['state'])

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

type Given = Readonly<Record<string, unknown>>

/**
 * A preview as it is shown: a text, or `{ text, fields }` with texts and numbers, each cut at its limit;
 * undefined: it says nothing that can be shown.
 */
export function readToolPreview(given: unknown): ToolPreview | undefined {
  const { text, fields }: Given = isPlainObject(given) ? given : { text: given }
  const entries = Object.entries(isPlainObject(fields) ? fields : {})
    .map(([name, value]) => [name, typeof value === 'number' ? String(value) : value] as const)
    .filter((entry): entry is readonly [string, string] => isText(entry[0]) && isText(entry[1]))
    .slice(0, PREVIEW_FIELDS_MAX)
    .map(([name, value]) => [
      cut(name, PREVIEW_NAME_MAX_CHARACTERS),
      cut(value, PREVIEW_VALUE_MAX_CHARACTERS),
    ])
  const preview = {
    ...(isText(text) && { text: cut(text, PREVIEW_TEXT_MAX_CHARACTERS) }),
    ...(entries.length > 0 && { fields: Object.fromEntries(entries) }),
  }
  return Object.keys(preview).length > 0 ? preview : undefined
}

/** What a page says of how far it is: a text, or `{ text, fraction }`; undefined: neither. */
export function readProgress(given: unknown): ShownProgress | undefined {
  const { text, fraction }: Given = isPlainObject(given) ? given : { text: given }
  const isFraction = typeof fraction === 'number' && fraction >= 0 && fraction <= 1
  if (!isText(text) && !isFraction) return undefined
  return {
    ...(isText(text) && { text: cut(text, PROGRESS_TEXT_MAX_CHARACTERS) }),
    ...(isFraction && { fraction }),
  }
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
