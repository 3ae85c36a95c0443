import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { isPlainObject, isText } from '../../shared/json.ts'

type Part = LanguageModelV4StreamPart

export interface ExtraReader {
  /** Parts for content of an event of chat completions that the provider's package does not read. */
  read(event: unknown): readonly Part[]
}

/**
 * Reads sources and images of servers that are compatible with OpenAI's chat completions: `citations` and
 * `search_results` beside the choices, `annotations` and `images` of a message. Each address is told once.
 */
export function createExtraReader(): ExtraReader {
  const known = new Set<string>()
  let count = 0

  function toSource({ url, title }: Source): Part[] {
    if (known.has(url)) return []
    known.add(url)
    const titled = title === undefined ? {} : { title }
    return [{ type: 'source', sourceType: 'url', id: `source-${known.size}`, url, ...titled }]
  }

  function toImage(url: string): Part[] {
    const { mediaType, data } = DATA_IMAGE.exec(url)?.groups ?? {}
    if (mediaType !== undefined && data !== undefined) {
      return [{ type: 'file', mediaType: mediaType.toLowerCase(), data: { type: 'data', data } }]
    }
    // The server does not fetch addresses that an answer names; the reader may open them.
    if (!/^https?:\/\/[^\s<>]+$/i.test(url)) return []
    count += 1
    const id = `image-${count}`
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: `![](<${url}>)` },
      { type: 'text-end', id },
    ]
  }

  return {
    read(event) {
      if (!isPlainObject(event) || !Array.isArray(event['choices'])) return []
      const { citations, search_results: results, choices } = event
      const [choice] = choices as readonly unknown[]
      const { delta, message } = isPlainObject(choice) ? choice : {}
      // A whole answer has a message. Some servers send one with the delta, which says the same again.
      const messages = [delta, message].filter(isPlainObject)
      const firstList = (name: string) =>
        messages.map((each) => listOf(each[name])).find((list) => list.length > 0) ?? []
      const found = [results, citations].flatMap(listOf).map(readSource).filter(isPresent)
      const titles = new Map(found.map(({ url, title }) => [url, title] as const).toReversed())
      // Marks in the text count the citations.
      const cited = listOf(citations).map(readSource).filter(isPresent)
      const sources = [...cited, ...found].map(({ url, title }) => ({
        url,
        title: title ?? titles.get(url),
      }))
      const annotated = firstList('annotations').map(readAnnotation).filter(isPresent)
      const images = firstList('images').map(readImage)
      return [
        ...[...sources, ...annotated].flatMap(toSource),
        ...images.filter(isPresent).flatMap(toImage),
      ]
    },
  }
}

interface Source {
  readonly url: string
  readonly title?: string | undefined
}

const DATA_IMAGE = /^data:(?<mediaType>image\/[\w.+-]+);base64,(?<data>[a-z0-9+/]+={0,2})$/i

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const isPresent = <Value>(value: Value | undefined): value is Value => value !== undefined
function readSource(value: unknown): Source | undefined {
  if (isText(value)) return { url: value }
  if (!isPlainObject(value)) return undefined
  const { url, title } = value
  return isText(url) ? { url, title: isText(title) ? title : undefined } : undefined
}

/** OpenRouter and OpenAI nest the address; others write it beside the type. */
function readAnnotation(value: unknown): Source | undefined {
  if (!isPlainObject(value) || value['type'] !== 'url_citation') return undefined
  return readSource(value['url_citation']) ?? readSource(value)
}

function readImage(value: unknown): string | undefined {
  if (isText(value)) return value
  if (!isPlainObject(value)) return undefined
  const { image_url: image, url } = value
  const address = isPlainObject(image) ? image['url'] : (image ?? url)
  return isText(address) ? address : undefined
}
