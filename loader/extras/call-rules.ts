import {
  checkCall,
  expecting,
  fieldsOf,
  isBoolean,
  isString,
  isThreadId,
  NO_ARGUMENTS,
  optional,
} from '../../shared/bridge/call-rules.ts'
import type { CallRule, Check } from '../../shared/bridge/call-rules.ts'
import { TRANSCRIPT_MEDIA_TYPES } from '../../shared/bridge/transcript.ts'
import { isPlainObject } from '../../shared/json.ts'

const options = expecting('an object of options', isPlainObject)

const wish: Check = fieldsOf('an object with threadId, newThread, prefill, view and focus', {
  threadId: isThreadId,
  newThread: isBoolean,
  prefill: expecting('a text', isString),
  view: expecting('thread or history', (value) => value === 'thread' || value === 'history'),
  focus: isBoolean,
})

const context: Check = expecting(
  'an object with data, user, system and callSettings, or null',
  (value) => value === null || isPlainObject(value),
)

/** The arguments of the commands that the page's own side runs. */
export const HOST_RULES = {
  open: { takes: [optional(wish)], example: "{ prefill: 'Where is my order?' }" },
  close: NO_ARGUMENTS,
  toggle: NO_ARGUMENTS,
  update: { takes: [options], example: "{ theme: 'dark' }" },
  setTheme: {
    takes: [
      expecting(
        'auto, light, dark, host, or a theme as an object',
        (value) => isString(value) || isPlainObject(value),
      ),
    ],
    example: "'dark'",
  },
  setLocale: { takes: [expecting('a language such as de', isLanguage)], example: "'de'" },
  boot: { takes: [optional(options)], example: "{ auth: 'anonymous' }" },
  shutdown: NO_ARGUMENTS,
  logout: {
    takes: [optional(fieldsOf('an object with keepAnonymous', { keepAnonymous: isBoolean }))],
    example: '{ keepAnonymous: true }',
  },
  show: NO_ARGUMENTS,
  hide: NO_ARGUMENTS,
  context: { takes: [context], example: "{ data: { plan: 'pro' } }" },
  exportTranscript: {
    takes: [
      optional(
        expecting(
          Object.keys(TRANSCRIPT_MEDIA_TYPES).join(', '),
          (value) => isString(value) && Object.hasOwn(TRANSCRIPT_MEDIA_TYPES, value),
        ),
      ),
    ],
    example: "'md'",
  },
  doctor: NO_ARGUMENTS,
  metrics: NO_ARGUMENTS,
} as const satisfies Readonly<Record<string, CallRule>>

/** A well-formed tag of a language, or `html`. */
function isLanguage(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  try {
    return value === 'html' || Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

/** @throws AlcoveError `invalid_request`. */
export const checkHostCall = (name: keyof typeof HOST_RULES, args: readonly unknown[]): void =>
  checkCall(name, args, HOST_RULES[name])
