import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../json.ts'

// Optional features of a page's tool. A side of an older version does not know them: the frame asks only for
// those that the page's side offers.

/**
 * `once`: the person may allow it for the rest of the conversation. `check`: the page checks arguments beyond the JSON
 * schema.
 */
export type ToolExtra = 'available' | 'preview' | 'undo' | 'once' | 'check'

/** A question of the frame to a tool of the page; see `HostMethods.askTool`. */
export type ToolQuestion =
  /** Answered with a boolean: whether the model may use it now. */
  | { readonly about: 'available'; readonly name: string }
  /** Answered with a value for {@link readToolPreview}: the effect of a call. */
  | { readonly about: 'preview'; readonly name: string; readonly args: JsonObject }
  /** Answered with a list of `ArgumentIssue`: faults of a call's arguments; empty: none. */
  | { readonly about: 'check'; readonly name: string; readonly args: JsonObject }
  /** Answered as a run is: undoes the run of this id. */
  | { readonly about: 'undo'; readonly name: string; readonly runId: string }

/** Time limit of a page's answer about its tools, for which a message waits. */
export const TOOL_AVAILABLE_LIMIT_MS = 1_000
/** Time that the question for approval waits for the page's check of its arguments. */
export const TOOL_CHECK_LIMIT_MS = 2_000
/** Time that the question for approval waits for its preview. */
export const TOOL_PREVIEW_LIMIT_MS = 2_000

/** The page's preview of a call that waits for approval. Plain text. */
export interface ToolPreview {
  readonly text?: string | undefined
  /** By names that people read. */
  readonly fields?: Readonly<Record<string, string>> | undefined
}

export const PREVIEW_TEXT_MAX_CHARACTERS = 1_000
export const PREVIEW_FIELDS_MAX = 12
export const PREVIEW_NAME_MAX_CHARACTERS = 60
export const PREVIEW_VALUE_MAX_CHARACTERS = 200

/** Progress of a run; sent as an event, of which the newest counts. */
export interface ToolProgress {
  readonly callId: string
  /** Unvalidated; {@link readProgress} validates it. */
  readonly state: JsonValue
}

/** A progress as it is shown. */
export interface ShownProgress {
  readonly text?: string | undefined
  /** From 0 to 1. */
  readonly fraction?: number | undefined
}

export const PROGRESS_TEXT_MAX_CHARACTERS = 200
/** Minimum interval between the page's events; the last one is always sent. */
export const PROGRESS_INTERVAL_MS = 250
/** Maximum of a page's runs that can be undone; the oldest is dropped. */
export const UNDO_RUNS_MAX = 50

export const isToolProgress = (value: unknown): value is ToolProgress =>
  isPlainObject(value) && typeof value['callId'] === 'string' && isJsonValue(value['state'])

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

type Given = Readonly<Record<string, unknown>>

/**
 * A preview as it is shown: a text, or `{ text, fields }` with texts and numbers, each cut at its limit;
 * undefined: nothing can be shown.
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

/** A page's progress: a text, or `{ text, fraction }`; undefined: neither. */
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
