import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { createCodeWatch } from './code-watch.ts'
import { createGrowingText } from './growing-text.ts'
import type { TextWasThought } from './read-thoughts.ts'

type Given = LanguageModelV4StreamPart | TextWasThought
type TextDelta = Extract<LanguageModelV4StreamPart, { readonly type: 'text-delta' }>

export interface MarkReader {
  /** Returns the parts for the next one. */
  read(part: Given): readonly Given[]
}

/**
 * Takes marks out of a model's text that no reader can use: `【4:0†report.pdf】` of a file search, and images whose
 * bytes stand in the text, which become files. In code they are text.
 *
 * Made anew for each model call.
 */
export function createMarkReader(): MarkReader {
  const texts = new Map<string, TextReader>()
  return {
    read(part) {
      switch (part.type) {
        case 'text-start':
          texts.set(part.id, createTextReader(part.id))
          return [part]
        case 'text-delta':
          return texts.get(part.id)?.grow(part) ?? [part]
        case 'text-end':
        case 'text-was-thought': {
          const text = texts.get(part.id)
          texts.delete(part.id)
          return [...(text?.end() ?? []), part]
        }
        default:
          return [part]
      }
    },
  }
}

interface TextReader {
  grow(part: TextDelta): readonly Given[]
  end(): readonly Given[]
}

/** Any of the characters that begin a mark. */
const SIGN = /[【!]/

function createTextReader(id: string): TextReader {
  const code = createCodeWatch()
  /** Characters that may become a mark. */
  let held = ''
  /** The bytes of an image that has begun, and what precedes them. */
  let image:
    | { readonly head: ImageHead; readonly base64: ReturnType<typeof createGrowingText> }
    | undefined
  let parts: Given[] = []

  const take = () => {
    const taken = parts
    parts = []
    return taken
  }

  function say(delta: string) {
    if (delta === '') return
    code.add(delta)
    const last = parts.at(-1)
    if (last?.type === 'text-delta')
      parts[parts.length - 1] = { ...last, delta: last.delta + delta }
    else parts.push({ type: 'text-delta', id, delta })
  }

  /** Reads the beginning of a text, and returns the rest. */
  function readText(text: string): string {
    const at = text.search(SIGN)
    if (at === -1) {
      say(text)
      return ''
    }
    say(text.slice(0, at))
    const rest = text.slice(at)
    const [mark] = FILE_MARK.exec(rest) ?? []
    if (mark !== undefined) {
      if (code.read() !== undefined) say(mark)
      return rest.slice(mark.length)
    }
    const head = readImageHead(rest)
    if (head && code.read() === undefined) {
      image = { head, base64: createGrowingText() }
      return rest.slice(head.text.length)
    }
    if (FILE_MARK_BEGUN.test(rest) || (!head && mayBeImageHead(rest))) {
      held = rest
      return ''
    }
    say(rest.slice(0, 1))
    return rest.slice(1)
  }

  function readImage(text: string, { head, base64 }: NonNullable<typeof image>): string {
    const end = text.search(NOT_BASE64)
    base64.add(end === -1 ? text : text.slice(0, end))
    if (end === -1) return ''
    image = undefined
    const said = base64.take()
    const data = said.replace(/\s+/g, '')
    if (text[end] !== ')' || !BASE64.test(data)) {
      say(head.text + said)
      return text.slice(end)
    }
    parts.push({ type: 'file', mediaType: head.mediaType, data: { type: 'data', data } })
    return text.slice(end + 1)
  }

  return {
    grow(part) {
      if (held === '' && !image && !SIGN.test(part.delta)) {
        code.add(part.delta)
        return [part]
      }
      let text = held + part.delta
      held = ''
      while (text !== '') text = image ? readImage(text, image) : readText(text)
      return take()
    },
    end() {
      // The bytes of half an image are of no use.
      say(image?.head.description ?? held)
      return take()
    },
  }
}

const FILE_MARK = /^【\d{1,4}(?::\d{1,4})?†[^【】\n]{0,255}】/
const FILE_MARK_BEGUN = /^【(?:\d{1,4}(?::\d{0,4})?(?:†[^【】\n]{0,255})?)?$/

interface ImageHead {
  readonly text: string
  readonly description: string
  readonly mediaType: string
}

/** Without a bracket in it: else each of many brackets would be looked through to the limit. */
const DESCRIPTION = String.raw`!\[(?<description>[^[\]\n]{0,1000})\]\(`
const IMAGE_HEAD = new RegExp(
  String.raw`^${DESCRIPTION}data:(?<mediaType>image\/[\w.+-]{1,40});base64,`,
  'i',
)
const DESCRIPTION_BEGUN = /^!(?:\[[^[\]\n]{0,1000}\]?)?$/
const DESCRIBED = new RegExp(`^${DESCRIPTION}(?<address>.{0,80})$`)
const ADDRESS_BEGUN = /^data:image\/[\w.+-]{0,40}(?<end>;[a-z0-9]*)?$/i
const BASE64 = /^[a-z0-9+/]+={0,2}$/i
/** Ends the bytes of an image, also where the text goes on without the bracket. */
const NOT_BASE64 = /[^a-z0-9+/=\s]/i

function readImageHead(text: string): ImageHead | undefined {
  const found = IMAGE_HEAD.exec(text)
  const { description = '', mediaType = '' } = found?.groups ?? {}
  return found ? { text: found[0], description, mediaType: mediaType.toLowerCase() } : undefined
}

function mayBeImageHead(text: string): boolean {
  if (DESCRIPTION_BEGUN.test(text)) return true
  const address = DESCRIBED.exec(text)?.groups?.['address']?.toLowerCase()
  if (address === undefined) return false
  if ('data:image/'.startsWith(address)) return true
  const { end = '' } = ADDRESS_BEGUN.exec(address)?.groups ?? { end: '-' }
  return ';base64,'.startsWith(end)
}
