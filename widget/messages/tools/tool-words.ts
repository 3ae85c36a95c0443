import type { JsonValue } from '../../../shared/json.ts'
import { markAllInvisible } from '../../../shared/mark-invisible.ts'
import type { ToolLabels } from '../../../shared/tool-labels.ts'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import type { Translate } from '../../i18n/create-translate.ts'
import { wordsOfToolName, type ToolLook } from './describe-tool.ts'

/** Maximum length of a value in a sentence. */
export const SPOKEN_VALUE_MAX_CHARACTERS = 80

/** Name of a tool: the owner's title, or its name in words. */
export const titleOfTool = (name: string, { title }: ToolLabels): string =>
  title === undefined ? wordsOfToolName(name) : markAllInvisible(title)

/**
 * Fills an owner's sentence with values of arguments and result: `{order}`, `{result.state}`. `null`: a value is
 * missing or is not text, so the chat's own sentence is used.
 */
export function fillToolSentence(
  sentence: string | undefined,
  args: JsonValue,
  result: JsonValue | undefined,
): string | null {
  if (sentence === undefined) return null
  let isWhole = true
  const text = sentence.replace(/\{([\w.-]+)\}/g, (_, path: string) => {
    const steps = path.split('.')
    const isOfResult = steps[0] === 'result' && steps.length > 1
    const value = isOfResult
      ? find(result === undefined ? undefined : parseToolText(result), steps.slice(1))
      : find(args, steps)
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? markAllInvisible(text) : null
}

/** The owner's sentence for a call in this state; `null`: none, so the chat's own sentence is used. */
export function toolStateSentence(
  look: ToolLook,
  { toolName, args, result }: Pick<ToolCallPart, 'toolName' | 'args' | 'result'>,
  labels: ToolLabels,
  t: Translate,
): string | null {
  const { title, running, done } = labels
  const sentence = look === 'running' ? running : look === 'done' ? done : undefined
  const said = fillToolSentence(sentence, args, result)
  if (said !== null || title === undefined) return said
  const tool = titleOfTool(toolName, labels)
  if (look === 'done') return tool
  return look === 'running' || look === 'waiting' ? t('tool.runningTitled', { tool }) : null
}

/** Tools often return JSON as text. Other text stays unchanged. */
export function parseToolText(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as JsonValue
  } catch {
    return value
  }
}

function find(value: JsonValue | undefined, steps: readonly string[]): string | undefined {
  let found = value
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = maskSecret(step, (found as Readonly<Record<string, JsonValue>>)[step]!)
  }
  if (found === null || typeof found === 'object' || found === undefined || found === '')
    return undefined
  const text = String(found).toWellFormed()
  return text.length > SPOKEN_VALUE_MAX_CHARACTERS
    ? `${text.slice(0, SPOKEN_VALUE_MAX_CHARACTERS)}…`
    : text
}

/** An object without the fields that the details leave out. */
export function withoutHidden(value: JsonValue, { hidden = [] }: ToolLabels): JsonValue {
  if (hidden.length === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.includes(name)))
}

const SECRET_KEY =
  /pass(word|phrase|code)?$|passwd|secret|token|api[-_ ]?key|private[-_ ]?key|authorization|credential|cookie|^pin$|^cvv|^cvc/i
const COUNT_KEY = /tokens?$/i
/** Shown in place of a secret. */
export const MASK = '••••••'

/** True if a key names a secret. */
export const isSecret = (key: string): boolean => SECRET_KEY.test(key)

/** The value of a key, or dots if the key names a secret. */
export function maskSecret(key: string, value: JsonValue): JsonValue {
  if (!isSecret(key) || value === null || value === '' || typeof value === 'boolean') {
    return value
  }
  // A number of tokens is not a secret.
  return typeof value === 'number' && COUNT_KEY.test(key) ? value : MASK
}
