import {
  checkCall,
  expecting,
  fieldsOf,
  isBoolean,
  isString,
  isThreadId,
  NO_ARGUMENTS,
  optional,
  type CallRule,
} from '../../shared/bridge/call-rules.ts'
import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import { isPlainObject, type JsonValue } from '../../shared/json.ts'

const text = expecting('a text', isString)
const THREAD: CallRule = { takes: [isThreadId], example: "'thread_1'" }

const message = fieldsOf(
  'a text, or an object with text, newThread, threadId, open, runConfig and idempotencyKey',
  {
    text,
    newThread: isBoolean,
    threadId: isThreadId,
    open: isBoolean,
    runConfig: expecting('an object as JSON', isPlainObject),
    idempotencyKey: text,
  },
)

/** The arguments of the commands that a page calls by name. Limits that the server sets are checked by the commands. */
const COMMAND_RULES: Readonly<Record<string, CallRule>> = {
  setComposer: {
    takes: [expecting('a text, or null', (value) => value === null || isString(value))],
    example: "'Where is my order?'",
  },
  focusComposer: NO_ARGUMENTS,
  askAbout: {
    takes: [fieldsOf('an object with label, text and link', { label: text, text, link: text })],
    example: "{ label: 'Invoice 42', text: 'Due on 1 May' }",
  },
  send: {
    takes: [(value) => (isString(value) ? undefined : message(value))],
    example: "'Where is my order?'",
  },
  newThread: NO_ARGUMENTS,
  openThread: THREAD,
  stop: NO_ARGUMENTS,
  refresh: NO_ARGUMENTS,
  deleteData: NO_ARGUMENTS,
  'threads.list': {
    takes: [
      optional(
        fieldsOf('an object with archived and more', { archived: isBoolean, more: isBoolean }),
      ),
    ],
    example: '{ archived: true }',
  },
  'threads.rename': {
    takes: [isThreadId, expecting('a title', isString)],
    example: "'thread_1', 'Order 7'",
  },
  'threads.archive': THREAD,
  'threads.unarchive': THREAD,
  'threads.delete': THREAD,
}

const ruleOf = (name: string): CallRule | undefined =>
  Object.hasOwn(COMMAND_RULES, name) ? COMMAND_RULES[name] : undefined

/** @throws AlcoveError `invalid_request`. */
export function checkCommand(name: string, args: readonly JsonValue[]): void {
  const rule = ruleOf(name)
  if (rule) checkCall(name, args, rule)
}

/** Remedies by code, for errors of the commands that name none. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  not_found: "Alcove('threads.list') has the conversations of this person.",
  run_active: "Wait for the event response:end, or call Alcove('stop').",
  conflict: "Alcove('threads.list') says which conversations are archived.",
  call_unknown: 'The reference lists all commands.',
}

/** The same error with a remedy for the page's developer. */
export function addRemedy(name: string, error: unknown): unknown {
  if (!(error instanceof AlcoveError) || error.hint !== undefined) return error
  const { code, message: said, data } = error
  const example = code === 'invalid_request' ? ruleOf(name)?.example : undefined
  const hint = example ? `For example Alcove('${name}', ${example}).` : REMEDIES[code]
  if (hint === undefined) return error
  return new AlcoveError(code, said, { hint, ...(data !== undefined && { data }) })
}
