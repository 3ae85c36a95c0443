import * as v from 'valibot'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { count, time } from './fields.ts'

/** Bytes of a project's settings as JSON. */
export const SETTINGS_MAX_BYTES = 512_000
/** Characters of the reason that a person gives for a publish. */
export const WHY_MAX_CHARACTERS = 500
/** Reason of a version that the configuration published (`firstVersion`). */
export const FIRST_WHY = 'firstVersion of the configuration'
/** Versions of one page of the history. */
export const VERSIONS_PER_PAGE = 50

const json = v.custom<JsonValue>((value) => isJsonValue(value), 'expected JSON')

/**
 * Settings that an owner changes while the service runs: the keys of a project in `alcove.config.ts`, as far as they are
 * values. `tools` of an assistant is an object by the name of the tool.
 */
export const storedSettings = v.pipe(
  v.custom<JsonObject>(
    (value) => isPlainObject(value) && isJsonValue(value),
    'expected an object of JSON',
  ),
  v.check(
    (settings) => new TextEncoder().encode(JSON.stringify(settings)).length <= SETTINGS_MAX_BYTES,
    `expected at most ${SETTINGS_MAX_BYTES} bytes of JSON`,
  ),
)
export type StoredSettings = v.InferOutput<typeof storedSettings>

/** Keys of {@link StoredSettings}; all others stand in the file alone. */
export const SETTING_KEYS = [
  'look',
  'assistants',
  'hosts',
  'apiOrigins',
  'limits',
  'knowledge',
  'knowledgeAnswers',
  'writtenAnswers',
  'suggestions',
  'fileTypes',
  'retention',
  'anonymous',
  'readOnly',
  'cases',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

/** Hour in UTC at which `cases.nightly: true` asks all cases. */
export const NIGHTLY_HOUR = 3
/** Last hour that `cases.nightly` may name. */
export const NIGHTLY_HOUR_MAX = 23

/** Keys that only owners change. */
export const OWNER_KEYS = [
  'hosts',
  'apiOrigins',
  'limits',
  'retention',
  'cases',
] as const satisfies readonly SettingKey[]
/** Keys of an assistant that the desk sets. */
export const ASSISTANT_KEYS = [
  'system',
  'model',
  'fallback',
  'titleModel',
  'temperature',
  'effort',
  'maxSteps',
  'maxOutputTokens',
  'contextTokens',
  'tools',
] as const
/** Keys of an assistant that only owners change. */
export const OWNER_ASSISTANT_KEYS = [
  'model',
  'fallback',
  'titleModel',
] as const satisfies readonly (typeof ASSISTANT_KEYS)[number][]
/** Keys of a tool that the desk sets, for tools that the file declares. */
export const TOOL_KEYS = ['labels', 'needsApproval', 'description'] as const

/** A fault of a draft, which is kept and cannot be published. */
export const settingsProblem = v.object({
  /** Keys from the settings to the fault; the place of a list's entry is its index as text. */
  path: v.array(v.string()),
  message: v.string(),
})
export type SettingsProblem = v.InferOutput<typeof settingsProblem>

/** A value that the file or the environment says, so that the desk cannot change it. */
export const fixedSetting = v.object({
  /**
   * Keys from the settings. An entry of a list with names is one key: a host itself, the name of a tool, and
   * `sitemap <address>` or `url <address>` of a source.
   */
  path: v.array(v.string()),
  /** Such as `alcove.config.ts, projects.shop.look.name` or `ALCOVE_SYSTEM`. */
  where: v.string(),
  /** Null: a function or another value of code. */
  value: v.nullable(json),
})
export type FixedSetting = v.InferOutput<typeof fixedSetting>

export const settingsDraft = v.object({
  settings: storedSettings,
  /** Grows with each change. */
  revision: count,
  /** The published version from which the draft began; null: none was published. */
  baseNumber: v.nullable(count),
  /** Mail; null: the command line. */
  changedBy: v.nullable(v.string()),
  changedAt: time,
  problems: v.array(settingsProblem),
  /** Paths in which it differs from the published version, and that only owners publish. */
  ownerPaths: v.array(v.array(v.string())),
})
export type SettingsDraft = v.InferOutput<typeof settingsDraft>

const versionFields = {
  number: count,
  /** Mail; null: the command line, or the first start. */
  by: v.nullable(v.string()),
  at: time,
  why: v.string(),
  /** The version that this one brought back; null: it is no undo. */
  undoOf: v.nullable(count),
  /** True for the version that is in effect. */
  isPublished: v.boolean(),
}

export const settingsVersion = v.object({ ...versionFields, settings: storedSettings })
export type SettingsVersion = v.InferOutput<typeof settingsVersion>

export const settingsVersions = v.object({
  /** Newest first. */
  versions: v.array(v.object(versionFields)),
  /** For the next page; null: this is the last. */
  next: v.nullable(v.string()),
})
export type SettingsVersions = v.InferOutput<typeof settingsVersions>

export const settingsTool = v.object({
  assistant: v.string(),
  name: v.string(),
  description: v.nullable(v.string()),
  /** True: a function of the file; false: an address. */
  isCode: v.boolean(),
  /** `read` or `write`; null: the file does not say it. */
  scope: v.nullable(v.string()),
  labels: v.nullable(json),
  /** Null: a function of the file decides for each call. */
  needsApproval: v.nullable(v.boolean()),
})

/**
 * Whether the desk shows the chat beside the controls: `one-origin`: both have one origin, where nothing would keep them
 * apart; `no-address`: no setting says the chat's own address.
 */
export const previewFrames = v.picklist(['available', 'one-origin', 'no-address'])
export type PreviewFrames = v.InferOutput<typeof previewFrames>

export const projectSettings = v.object({
  draft: v.nullable(settingsDraft),
  published: v.nullable(settingsVersion),
  fixed: v.array(fixedSetting),
  /**
   * Settings of the draft, or of the published version, joined with what is fixed; a value of code is
   * `{ "code": "its name" }`.
   */
  effective: json,
  /** Names of models that the desk may choose. */
  models: v.array(v.string()),
  tools: v.array(settingsTool),
  /** Every limit, as it is published. */
  limits: v.array(
    v.object({
      name: v.string(),
      value: count,
      /** Value without settings of the desk. */
      base: count,
      /** Such as `bytes` or `seconds`; null: a count. */
      unit: v.nullable(v.string()),
    }),
  ),
  /** The project's own endpoint that answers the chat; null: Alcove's assistants do. */
  chatEndpoint: v.nullable(v.string()),
  /** Ids of the assistants. */
  assistants: v.array(v.string()),
  previewFrames,
  /** Pages of the site where a preview may be shown: origins, also with wildcards. */
  previewHosts: v.array(v.string()),
  /** True if the caller may change what only owners change. */
  mayOwn: v.boolean(),
})
export type ProjectSettings = v.InferOutput<typeof projectSettings>

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const why = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(WHY_MAX_CHARACTERS, `expected at most ${WHY_MAX_CHARACTERS} characters`),
)

export const draftBody = v.strictObject({
  /** The revision that the change was made to; null: there is no draft yet. */
  revision: v.nullable(revision),
  settings: storedSettings,
  /** The published version that the draft takes into account. Default: as before; at first the published one. */
  baseNumber: v.optional(v.nullable(number)),
})
export const savedDraft = v.object({ revision: count, problems: v.array(settingsProblem) })
export type SavedDraft = v.InferOutput<typeof savedDraft>

export const publishBody = v.strictObject({
  revision,
  /** The published version that the person has seen; null: none. */
  baseNumber: v.nullable(number),
  why,
})
export const undoBody = v.strictObject({
  /** The version to bring back. */
  number,
  baseNumber: v.nullable(number),
  why,
})
/** The version that is in effect now. */
export const publishedNumber = v.object({ number: count })

/** Text of an `alcove.config.ts` that says the same, as far as it is values. */
export const settingsFile = v.object({ name: v.string(), text: v.string() })
