import { AlcoveError } from '../../shared/errors.ts'
import { createUserMessage, type Message } from '../../shared/thread/message.ts'
import { findCutOff, isCutOff } from '../../shared/thread/settle-message.ts'
import { readThought, wasThought } from '../../shared/wire/thought-mark.ts'
import type { AnswerChunks } from '../models/model.ts'
import type { AnswerChunk, MessageWithMemory } from '../models/step-memory.ts'

/**
 * @param bytesLeft remaining bytes of the answer's limit.
 * @throws AlcoveError `conflict` for an answer whose text was not cut off, `too_large` for an answer at its
 * limit.
 */
export function requireCutOff(message: Message, bytesLeft: number): void {
  if (isCutOff(message) && bytesLeft > 0) return
  if (bytesLeft === 0) {
    throw new AlcoveError('too_large', 'This answer is as long as an answer may be.', {
      hint: 'Ask for the rest in another message.',
    })
  }
  throw new AlcoveError('conflict', 'This answer was not cut off, so it cannot be continued.', {
    hint: 'Load the conversation again.',
  })
}

/** Most models start a new answer otherwise. The words that they repeat show where the new ones belong. */
const CONTINUE_TEXT =
  'Your last answer was cut off. Go on with it: begin by repeating its last few words exactly, and continue from there. Say nothing else before, and do not begin the answer again.'

/**
 * The model's prompt for a continuation: the conversation with the partial answer, and the request to
 * continue.
 */
export function continuationPrompt(
  history: readonly MessageWithMemory[],
): readonly MessageWithMemory[] {
  const question = history.findLast(({ role }) => role === 'user')
  const wish = createUserMessage('', '', CONTINUE_TEXT)
  // The page's data of the question still applies.
  return [...history, { ...wish, metadata: question?.metadata ?? wish.metadata }]
}

/** Maximum of repeated characters that are cut. */
export const OVERLAP_MAX_CHARACTERS = 200
/** Fewer characters are not a repetition: a word may begin as another one ends. */
export const OVERLAP_MIN_CHARACTERS = 5

/** The text at the end of an answer. */
export function cutOffText({ content }: Message): string {
  const part = content[findCutOff(content)]
  return part?.type === 'text' ? part.text : ''
}

/**
 * The chunks of a continued answer, without the words of `text` that its model repeats. A model that starts
 * anew gets a new paragraph. Words are held back only while they may be a repetition.
 */
export async function* cutOverlap(
  chunks: AnswerChunks,
  text: string,
): AsyncGenerator<AnswerChunk, void, undefined> {
  let joint = createJoint(text)
  let id: string | undefined
  /** Characters of the first text, without those that were cut. */
  let length = 0
  // No limit: chunks of this process, whose model has PROVIDER_TOTAL_TIMEOUT_MS.
  for await (const chunk of chunks) {
    id ??= chunk.type === 'text-delta' ? chunk.id : undefined
    const isFirst = chunk.type === 'text-delta' && chunk.id === id
    const delta = isFirst ? joint.add(chunk.delta) : joint.end()
    if (delta !== '' && id !== undefined) yield { type: 'text-delta', id, delta }
    length += delta.length
    if (id !== undefined && isThought(chunk, id)) {
      if (length > 0) yield wasThought(id, length)
      // The words after the thought go on with the answer.
      joint = createJoint(text)
      id = undefined
      length = 0
    } else if (!isFirst) yield chunk
  }
}

const isThought = (chunk: AnswerChunk, id: string): boolean =>
  chunk.type === 'message-metadata' && readThought(chunk)?.id === id

interface Joint {
  /** Returns the new part of a delta, as far as it is known. */
  add(delta: string): string
  /** Returns the words that were held back. */
  end(): string
}

/** Finds where the words of a model continue `text`. */
function createJoint(text: string): Joint {
  const tail = text.slice(-OVERLAP_MAX_CHARACTERS)
  let head = ''
  let isFound = false

  function decide(isWhole: boolean): string {
    if (!isWhole && mayRepeat(tail, head)) return ''
    isFound = true
    const length = overlapOf(text, head)
    if (length > 0) return head.slice(length)
    if (beginsAnew(text, head)) return `\n\n${head}`
    // Models begin with a word: within a word they would have repeated its beginning.
    return isLetter(text.at(-1) ?? '') && isLetter(head) ? ` ${head}` : head
  }

  return {
    add(delta) {
      if (isFound) return delta
      head += delta
      return decide(false)
    },
    end: () => (isFound || head === '' ? '' : decide(true)),
  }
}

/** True if these words and more could be a repetition: an end of the text begins with them. */
const mayRepeat = (tail: string, head: string): boolean =>
  head.length <= OVERLAP_MAX_CHARACTERS && tail.includes(head.trimStart())

/**
 * Number of characters of the head that repeat the end of the text, from a word boundary on; leading white
 * space counts.
 */
function overlapOf(text: string, head: string): number {
  const said = head.trimStart()
  const blank = head.length - said.length
  const longest = Math.min(OVERLAP_MAX_CHARACTERS, text.length, said.length)
  for (let length = longest; length >= OVERLAP_MIN_CHARACTERS; length -= 1) {
    const isWithinWord = isLetter(text.charAt(text.length - length - 1)) && isLetter(said)
    if (!isWithinWord && text.endsWith(said.slice(0, length))) return blank + length
  }
  return 0
}

/** Scripts without spaces between words. */
const WITHOUT_SPACES =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
const isLetter = (text: string): boolean =>
  /^[\p{L}\p{N}]/u.test(text) && !WITHOUT_SPACES.test(text)

/** True for a new sentence after an unfinished one. */
const beginsAnew = (text: string, head: string): boolean =>
  /^\p{Lu}/u.test(head) && /\S$/.test(text)
