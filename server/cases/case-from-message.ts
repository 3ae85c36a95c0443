import { caseBody, CASE_NAME_MAX_CHARACTERS, CASE_TURNS_MAX } from '../../shared/desk/cases.ts'
import { CASE_EXPECTATIONS_MAX, CASE_TURN_MAX_CHARACTERS } from '../../shared/desk/cases.ts'
import type { CaseBody } from '../../shared/desk/cases.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { messageText, readMarks, type Message } from '../../shared/thread/message.ts'
import { maskText } from '../mask/mask-text.ts'
import { KNOWLEDGE_TOOLS } from '../models/answer-knowledge.ts'
import * as v from 'valibot'

/** An answer of a conversation, or a question without one. */
export interface CasePlace {
  /** From the first message to the question. */
  readonly path: readonly Message[]
  readonly answer: Message | undefined
  readonly assistant: string | undefined
  /** True: a user whom the owner's own server named. */
  readonly isNamed: boolean
  /** True if a person rated it badly, it found nothing, or it failed. */
  readonly isBad: boolean
}

/**
 * A case of a real conversation, without personal data. A good answer says what is expected: the tools that it
 * called and the sources that it cites. A bad one says that an answer is expected.
 */
export function caseFromMessage({ path, answer, assistant, isNamed, isBad }: CasePlace): CaseBody {
  const turns = turnsOf(path)
  const question = turns.at(-1)?.text ?? ''
  const context = readMarks(path.at(-1)?.metadata.custom).context
  return v.parse(caseBody, {
    name: nameOf(question),
    turns,
    ...(assistant === undefined ? {} : { assistant }),
    page: context === undefined ? null : maskJson(context),
    person: { isNamed },
    expects: isBad || !answer ? { unanswered: false } : expectsOf(answer),
  })
}

/** The newest turns, the first of them the person's; an answer without words is left out. */
function turnsOf(path: readonly Message[]): CaseBody['turns'] {
  const turns: CaseBody['turns'] = []
  for (const message of path) {
    const { role } = message
    const text = maskText(messageText(message)).slice(0, CASE_TURN_MAX_CHARACTERS).toWellFormed()
    if (role === 'system' || text.trim() === '') continue
    // The schema knows no two answers in a row.
    if (role === 'assistant' && turns.at(-1)?.role === 'assistant') turns.pop()
    turns.push({ role, text })
  }
  const newest = turns.slice(-CASE_TURNS_MAX)
  return newest.slice(newest.findIndex(({ role }) => role === 'user'))
}

const nameOf = (question: string): string =>
  question.replaceAll(/\s+/gu, ' ').trim().slice(0, CASE_NAME_MAX_CHARACTERS).toWellFormed()

function expectsOf({ content }: Message): Partial<CaseBody['expects']> {
  const tools = content.flatMap((part) =>
    part.type === 'tool-call' && !KNOWLEDGE_TOOLS.has(part.toolName) ? part.toolName : [],
  )
  const sources = content.flatMap((part) => (part.type === 'source' ? (part.title ?? []) : []))
  const some = (texts: readonly string[]) =>
    [...new Set(texts)].filter((text) => text !== '').slice(0, CASE_EXPECTATIONS_MAX)
  return { tools: some(tools), sources: some(sources) }
}

function maskJson(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [maskText(name), maskValue(each, name)]),
  )
}

/** @param name of the value: a number that is called "phone" is one. */
function maskValue(value: JsonValue, name: string): JsonValue {
  if (typeof value === 'string') return maskNamed(value, name)
  if (typeof value === 'number') {
    const masked = maskNamed(String(value), name)
    return masked === String(value) ? value : masked
  }
  if (Array.isArray(value)) return value.map((each) => maskValue(each, name))
  return isPlainObject(value) ? maskJson(value) : value
}

function maskNamed(text: string, name: string): string {
  const cue = `${name}: `
  const masked = maskText(cue + text)
  return masked.startsWith(cue) ? masked.slice(cue.length) : maskText(text)
}
