import { AlcoveError } from '../../shared/errors.ts'
import { createUserMessage, type Message } from '../../shared/thread/message.ts'
import { findCutOff, isCutOff } from '../../shared/thread/settle-message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { AnswerChunks } from '../models/model.ts'

/**
 * @param bytesLeft of what an answer may say.
 * @throws AlcoveError `conflict` for an answer whose text was not cut off, `too_large` for one that may say no more.
 */
export function requireCutOff(message: Message, bytesLeft: number): void {
  if (isCutOff(message) && bytesLeft > 0) return
  if (bytesLeft === 0) {
    throw new AlcoveError('too_large', 'This answer is as long as an answer may be.', {
      hint: 'Ask for the rest in another message.',
    })
  }
  throw new AlcoveError('conflict', 'This answer was not cut off: it does not go on.', {
    hint: 'Load the conversation again.',
  })
}

/** Most models begin a new answer by themselves. What they repeat says where their words belong. */
const CONTINUE_TEXT =
  'Your last answer was cut off. Go on with it: begin by repeating its last few words exactly, and continue from there. Say nothing else before, and do not begin the answer again.'

/** What the model reads when an answer goes on: the talk with the answer as far as it is, and what is wanted. */
export function askToGoOn(history: readonly Message[]): readonly Message[] {
  const question = history.findLast(({ role }) => role === 'user')
  const wish = createUserMessage('', '', CONTINUE_TEXT)
  // What the page said with the question is so still.
  return [...history, { ...wish, metadata: question?.metadata ?? wish.metadata }]
}

/** Of what a model repeats, so many characters are cut. */
export const OVERLAP_MAX_CHARACTERS = 200
/** Fewer are no repetition: a word may well begin as another one ends. */
export const OVERLAP_MIN_CHARACTERS = 5

/** The text with which an answer ends. */
export function cutOffText({ content }: Message): string {
  const part = content[findCutOff(content)]
  return part?.type === 'text' ? part.text : ''
}

/**
 * The chunks of an answer that goes on, without what its model repeats of `text`. A model that begins anew
 * says so in a paragraph of its own. Words are held only while they may be a repetition.
 */
export async function* cutOverlap(
  chunks: AnswerChunks,
  text: string,
): AsyncGenerator<Chunk, void, undefined> {
  const joint = createJoint(text)
  let id: string | undefined
  // No limit: chunks of this process, whose model has PROVIDER_TOTAL_TIMEOUT_MS.
  for await (const chunk of chunks) {
    id ??= chunk.type === 'text-delta' ? chunk.id : undefined
    const isFirst = chunk.type === 'text-delta' && chunk.id === id
    const delta = isFirst ? joint.add(chunk.delta) : joint.end()
    if (delta !== '' && id !== undefined) yield { type: 'text-delta', id, delta }
    if (!isFirst) yield chunk
  }
}

interface Joint {
  /** What of a delta is new, as far as that is known. */
  add(delta: string): string
  /** What was held back. */
  end(): string
}

/** Finds where the words of a model go on behind `text`. */
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
    // Models begin with a word: within one they would have repeated its beginning.
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

/** Whether these words and more could be a repetition: some end of the text begins with them. */
const mayRepeat = (tail: string, head: string): boolean =>
  head.length <= OVERLAP_MAX_CHARACTERS && tail.includes(head.trimStart())

/** How many characters of the head repeat the end of the text, from a word on; white space before them counts. */
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

/** In these scripts words stand side by side. */
const WITHOUT_SPACES =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
const isLetter = (text: string): boolean =>
  /^[\p{L}\p{N}]/u.test(text) && !WITHOUT_SPACES.test(text)

/** A sentence of its own behind one that is not over. */
const beginsAnew = (text: string, head: string): boolean =>
  /^\p{Lu}/u.test(head) && /\S$/.test(text)
