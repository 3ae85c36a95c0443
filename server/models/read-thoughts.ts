import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { createCodeWatch } from './code-watch.ts'

type Given = LanguageModelV4StreamPart
type TextStart = Extract<Given, { readonly type: 'text-start' }>
type TextDelta = Extract<Given, { readonly type: 'text-delta' }>
type TextEnd = Extract<Given, { readonly type: 'text-end' }>

/** All of an open text so far was a thought. That ends it; a `text-start` with the same id may follow. */
export interface TextWasThought {
  readonly type: 'text-was-thought'
  readonly id: string
}

type Read = Given | TextWasThought

export interface ThoughtReader {
  /** Returns the parts for the next one. */
  read(part: Given): readonly Read[]
}

const START = '<think>'
const END = '</think>'
const TAG = /<\/?think>/
/** Maximum of white space before a tag; a text that begins with more has no thought before it. */
export const BLANK_MAX_CHARACTERS = 1_000

/** Content beside the text: the text before it is said first. */
const OTHER_CONTENT: ReadonlySet<Given['type']> = new Set([
  'reasoning-start',
  'tool-input-start',
  'tool-call',
  'tool-result',
  'custom',
  'file',
  'source',
])

/**
 * Reads thoughts that a server leaves in its model's text: `<think>…</think>` at the beginning of a text. The
 * end tag may come alone, because a template has put the start tag into the prompt: then the words before it
 * have been said already, and are taken back as a thought. Tags in code are text.
 *
 * Made anew for each model call.
 */
export function createThoughtReader(): ThoughtReader {
  const texts = new Map<string, TextReader>()
  return {
    read(part) {
      switch (part.type) {
        case 'text-start':
          texts.set(part.id, createTextReader(part))
          return []
        case 'text-delta':
          return texts.get(part.id)?.grow(part) ?? [part]
        case 'text-end': {
          const text = texts.get(part.id)
          texts.delete(part.id)
          return text?.end(part) ?? [part]
        }
        default:
          if (!OTHER_CONTENT.has(part.type)) return [part]
          return [...[...texts.values()].flatMap((text) => text.release()), part]
      }
    },
  }
}

interface TextReader {
  grow(part: TextDelta): readonly Read[]
  /** Says what was held back at the beginning. */
  release(): readonly Read[]
  end(part: TextEnd): readonly Read[]
}

function createTextReader(start: TextStart): TextReader {
  const { id } = start
  const code = createCodeWatch()
  /** `start`: before the first word of a text, or of the text after a thought. */
  let state: 'start' | 'thought' | 'text' = 'start'
  /** Characters that may be white space before a tag, or the beginning of one. */
  let held = ''
  let hasThought = false
  /** False once an end tag cannot be alone. */
  let mayEndAlone = true
  let isOpen = false
  let isThoughtOpen = false
  let parts: Read[] = []

  const take = () => {
    const taken = parts
    parts = []
    return taken
  }

  function open() {
    if (!isOpen) parts.push(start)
    isOpen = true
  }

  function say(delta: string) {
    if (delta === '') return
    open()
    if (mayEndAlone) code.add(delta)
    parts.push({ type: 'text-delta', id, delta })
  }

  function think(words: string) {
    const delta = isThoughtOpen ? words : words.trimStart()
    if (delta === '') return
    if (!isThoughtOpen) parts.push({ type: 'reasoning-start', id })
    isThoughtOpen = true
    code.add(delta)
    parts.push({ type: 'reasoning-delta', id, delta })
  }

  function endThought() {
    if (isThoughtOpen) parts.push({ type: 'reasoning-end', id })
    isThoughtOpen = false
    hasThought = true
    mayEndAlone = false
    state = 'start'
  }

  /** Reads the beginning of `text`, and returns the rest. */
  function readStart(text: string): string {
    const words = text.trimStart()
    const mayBegin = (tag: string) => tag !== words && tag.startsWith(words)
    if (mayBegin(START) || (!hasThought && mayBegin(END))) {
      // Beyond the limit the text is not looked through again for each further piece.
      if (text.length <= BLANK_MAX_CHARACTERS) {
        held = hasThought ? words : text
        return ''
      }
    }
    if (words.startsWith(START)) {
      state = 'thought'
      return words.slice(START.length)
    }
    if (!hasThought && words.startsWith(END)) {
      endThought()
      return words.slice(END.length)
    }
    state = 'text'
    return hasThought ? words : text
  }

  function readText(text: string): string {
    const { index, 0: tag = '' } = (mayEndAlone && TAG.exec(text)) || { index: -1 }
    if (index < 0) {
      const whole = text.length - (mayEndAlone ? lengthOfTagBegun(text) : 0)
      say(text.slice(0, whole))
      held = text.slice(whole)
      return ''
    }
    say(text.slice(0, index))
    if (tag === END && code.read() === undefined) {
      parts.push({ type: 'text-was-thought', id })
      isOpen = false
      endThought()
    } else {
      if (code.read() === undefined) mayEndAlone = false
      say(tag)
    }
    return text.slice(index + tag.length)
  }

  function readThought(text: string): string {
    const index = text.indexOf(END)
    if (index < 0) {
      const whole = text.length - lengthOfTagBegun(text)
      think(text.slice(0, whole))
      held = text.slice(whole)
      return ''
    }
    think(text.slice(0, index))
    const rest = text.slice(index + END.length)
    const place = code.read()
    if (place === 'span' && rest === '') {
      // The next character tells whether the tag is in code, or a backtick before it stands alone.
      held = END
      return ''
    }
    const isCode = place === 'span' ? rest.startsWith('`') : place && code.line.trim() !== ''
    if (isCode) think(END)
    else endThought()
    return rest
  }

  const READERS = { start: readStart, thought: readThought, text: readText }

  return {
    grow(part) {
      const isPlain = state === 'text' && held === '' && !part.delta.includes('<')
      if (isPlain || (state === 'text' && !mayEndAlone)) {
        if (mayEndAlone) code.add(part.delta)
        return [part]
      }
      let text = held + part.delta
      held = ''
      while (text !== '') text = READERS[state](text)
      return take()
    },
    release() {
      if (state !== 'start' || hasThought) return []
      state = 'text'
      open()
      say(held)
      held = ''
      return take()
    },
    end(part) {
      if (state === 'thought') think(held === END ? '' : held)
      else say(hasThought ? held.trimStart() : held)
      if (isThoughtOpen) endThought()
      // A text without words has metadata.
      if (!hasThought) open()
      if (isOpen) parts.push(part)
      return take()
    },
  }
}

/** Number of characters at the end of a text that may begin a tag. */
function lengthOfTagBegun(text: string): number {
  const at = text.lastIndexOf('<')
  if (at === -1) return 0
  const begun = text.slice(at)
  return START.startsWith(begun) || END.startsWith(begun) ? begun.length : 0
}
