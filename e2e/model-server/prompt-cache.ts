/** The body of a call. */
export type CallBody = Readonly<Record<string, unknown>>

/** Providers keep a beginning of a prompt from this size on. */
const CACHED_TOKENS_MIN = 1_024
/** OpenAI's cache has a beginning in steps of this size. */
const CACHED_TOKENS_STEP = 128
/** Anthropic looks for a kept beginning at so many blocks before each mark. */
const BLOCKS_BEFORE_MARK = 20
const BYTES_PER_TOKEN = 4

export const countTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)

export interface CachedCall {
  readonly input: number
  readonly cached: number
  readonly cacheWrite?: number
}

export interface PromptCache {
  /** Reads a call's prompt from the cache, and keeps it. */
  take(body: CallBody): CachedCall
}

const isObject = (value: unknown): value is CallBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of a call's prompt in the order in which providers read them. */
export function promptParts(body: CallBody): readonly unknown[] {
  const { tools = [], system = [], instructions = [], messages = [], input = [] } = body
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
  const said = [...list(messages), ...list(input)].flatMap((message) => {
    if (!isObject(message) || message['content'] === undefined) return [message]
    const { content, ...rest } = message
    // A server writes a text and a list of one text alike into the prompt.
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    return [rest, ...list(parts ?? [])]
  })
  return [...list(tools), ...list(system), ...list(instructions), ...said]
}

/** OpenAI's: the longest beginning of an earlier prompt. */
export function createPrefixCache(): PromptCache {
  const known: string[] = []
  return {
    take(body) {
      const text = promptParts(body)
        .map((part) => JSON.stringify(part))
        .join('\n')
      const common = Math.max(0, ...known.map((each) => commonLength(each, text)))
      known.push(text)
      const same = countTokens(text.slice(0, common))
      const cached = same < CACHED_TOKENS_MIN ? 0 : same - (same % CACHED_TOKENS_STEP)
      return { input: countTokens(text), cached }
    },
  }
}

function commonLength(one: string, other: string): number {
  const end = Math.min(one.length, other.length)
  for (let index = 0; index < end; index += 1) if (one[index] !== other[index]) return index
  return end
}

/** Anthropic's: beginnings that end at a mark; a call may have four marks. */
export function createMarkCache(): PromptCache {
  const known = new Set<string>()
  return {
    take(body) {
      const blocks = promptParts(body)
      const marks = blocks.flatMap((block, index) => (isMarked(block) ? index : []))
      if (marks.length > 4) throw new Error(`A call has ${marks.length} cache marks.`)
      const texts = blocks.map((block) => JSON.stringify(withoutMark(block)))
      const upTo = (index: number) => texts.slice(0, index + 1).join('\n')
      const ends = marks.flatMap((mark) =>
        Array.from({ length: BLOCKS_BEFORE_MARK + 1 }, (_, before) => mark - before),
      )
      const read = Math.max(-1, ...ends.filter((end) => end >= 0 && known.has(upTo(end))))
      const input = countTokens(upTo(texts.length - 1))
      const cached = read === -1 ? 0 : countTokens(upTo(read))
      const kept = marks.filter((mark) => countTokens(upTo(mark)) >= CACHED_TOKENS_MIN)
      for (const mark of kept) known.add(upTo(mark))
      const written = countTokens(upTo(kept.at(-1) ?? -1))
      return { input, cached, cacheWrite: Math.max(0, written - cached) }
    },
  }
}

const isMarked = (block: unknown): boolean =>
  isObject(block) && block['cache_control'] !== undefined

function withoutMark(block: unknown): unknown {
  if (!isObject(block)) return block
  const { cache_control: _mark, ...rest } = block
  return rest
}
