import { cleanHeading } from '../clean-text.ts'
import { readDay, readIsoDate } from '../dates.ts'
import { LINK_LETTERS_MAX, LINKS_MAX } from '../read-limits.ts'
import { attributeOf, closest, namesOf, textOf } from './dom.ts'
import type { Element } from './parse-html.ts'

/** Facts about a page that its head and its marks tell. */
export interface Metadata {
  readonly htmlTitle: string
  readonly language: string | undefined
  readonly canonical: string | undefined
  readonly isHidden: boolean
  readonly links: readonly string[]
  /** Day of the last change by the page's own marks. */
  readonly changed: string | undefined
  /** Day on which it was published. */
  readonly published: string | undefined
}

const CHANGED = [
  'article:modified_time',
  'og:updated_time',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'datemodified',
  'revised',
  'date-modified',
]
const PUBLISHED = [
  'article:published_time',
  'dcterms.issued',
  'dcterms.date',
  'dcterms.created',
  'dc.date',
  'dc.date.issued',
  'datepublished',
  'date',
  'pubdate',
  'publish-date',
]
const CHANGED_NAME = /(?:updated|modified|changed|revised|edited|aktualisiert|ge[aä]ndert)/iu
const PUBLISHED_NAME = /(?:publish|posted|issued|pubdate|entry-date|post-date)/iu
const FOLLOWED = /^https?:$/u

export function readMetadata(elements: readonly Element[], address: string): Metadata {
  const metas = elements.filter(({ tagName }) => tagName === 'meta')
  const contentOf = (names: readonly string[]) => {
    for (const name of names) {
      const meta = metas.find((element) => nameOf(element) === name)
      const content = meta && attributeOf(meta, 'content')
      if (content) return content
    }
    return undefined
  }
  const robots = metas
    .filter((meta) => ['robots', 'googlebot'].includes(nameOf(meta)))
    .map((meta) => (attributeOf(meta, 'content') ?? '').toLowerCase())
    .join(',')
  const base = readBase(elements, address)
  const html = elements.find(({ tagName }) => tagName === 'html')
  const data = readLinkedData(elements)
  const times = readTimes(elements)
  const title = elements.find(
    ({ tagName, namespaceURI }) => tagName === 'title' && namespaceURI.endsWith('xhtml'),
  )
  const language =
    (html && (attributeOf(html, 'lang') || attributeOf(html, 'xml:lang'))) ||
    contentOf(['content-language', 'dc.language', 'dcterms.language'])
  return {
    htmlTitle:
      cleanHeading(title ? rawText(title) : '') || cleanHeading(contentOf(['og:title']) ?? ''),
    language: language?.split(',')[0]?.trim().replaceAll('_', '-') || data.language,
    canonical: readCanonical(elements, base),
    isHidden: /\b(?:noindex|none)\b/u.test(robots),
    links: /\b(?:nofollow|none)\b/u.test(robots) ? [] : readLinks(elements, base),
    changed: readIsoDate(contentOf(CHANGED)) ?? data.changed ?? times.changed,
    published: readIsoDate(contentOf(PUBLISHED)) ?? data.published ?? times.published,
  }
}

const rawText = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

const nameOf = (meta: Element): string =>
  (
    attributeOf(meta, 'name') ??
    attributeOf(meta, 'property') ??
    attributeOf(meta, 'http-equiv') ??
    attributeOf(meta, 'itemprop') ??
    ''
  ).toLowerCase()

/** Address that links of the page start from; undefined: a file that stands nowhere. */
function readBase(elements: readonly Element[], address: string): URL | undefined {
  const own = URL.parse(address) ?? undefined
  const base = elements.find(
    (element) => element.tagName === 'base' && attributeOf(element, 'href') !== undefined,
  )
  return (base && URL.parse(attributeOf(base, 'href') ?? '', own?.href)) ?? own
}

function resolve(href: string, base: URL | undefined): URL | undefined {
  const url = URL.parse(href.trim(), base?.href)
  return url && FOLLOWED.test(url.protocol) ? url : undefined
}

function readCanonical(elements: readonly Element[], base: URL | undefined): string | undefined {
  const link = elements.find(
    (element) =>
      element.tagName === 'link' &&
      /(?:^|\s)canonical(?:\s|$)/iu.test(attributeOf(element, 'rel') ?? ''),
  )
  const href = link && attributeOf(link, 'href')
  return href ? resolve(href, base)?.href : undefined
}

function readLinks(elements: readonly Element[], base: URL | undefined): readonly string[] {
  const links = new Set<string>()
  for (const element of elements) {
    if (links.size >= LINKS_MAX) break
    if (element.tagName !== 'a' && element.tagName !== 'area') continue
    const href = attributeOf(element, 'href')
    if (href === undefined || /(?:^|\s)nofollow(?:\s|$)/iu.test(attributeOf(element, 'rel') ?? ''))
      continue
    const url = resolve(href, base)
    if (!url) continue
    url.hash = ''
    if (url.href.length <= LINK_LETTERS_MAX) links.add(url.href)
  }
  return [...links]
}

interface LinkedData {
  changed?: string | undefined
  published?: string | undefined
  language?: string | undefined
}

/** Dates of the page in JSON-LD; those of reviews and comments in it do not count. */
function readLinkedData(elements: readonly Element[]): LinkedData {
  const found: LinkedData = {}
  for (const element of elements) {
    if (element.tagName !== 'script' || attributeOf(element, 'type') !== 'application/ld+json')
      continue
    for (const item of listItems(parseJson(rawText(element)))) {
      found.changed ??= readIsoDate(stringOf(item['dateModified']))
      found.published ??= readIsoDate(stringOf(item['datePublished'] ?? item['datePosted']))
      found.language ??= stringOf(item['inLanguage'])
    }
  }
  return found
}

function listItems(value: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(listItems)
  if (typeof value !== 'object' || value === null) return []
  const item = value as Record<string, unknown>
  return [
    item,
    ...listItems(item['@graph']),
    ...listItems(
      item['mainEntity'] && !Array.isArray(item['mainEntity']) ? item['mainEntity'] : [],
    ),
  ]
}

const stringOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Beginning of the text around a day. */
const AROUND_LETTERS = 100

/** Days of `<time>` elements whose names or words around tell their meaning. */
function readTimes(elements: readonly Element[]): {
  changed: string | undefined
  published: string | undefined
} {
  let changed: string | undefined
  let published: string | undefined
  const times = elements.filter(({ tagName }) => tagName === 'time')
  for (const time of times) {
    if (isOfOthers(time)) continue
    const day = readIsoDate(attributeOf(time, 'datetime')) ?? readDay(textOf(time), undefined)
    if (day === undefined) continue
    const around = time.parentNode && 'tagName' in time.parentNode ? time.parentNode : time
    const words = `${namesOf(time)} ${attributeOf(time, 'itemprop') ?? ''} ${namesOf(around)} ${textOf(around, AROUND_LETTERS).slice(0, AROUND_LETTERS)}`
    if (CHANGED_NAME.test(words)) changed ??= day
    else if (PUBLISHED_NAME.test(words) || (times.length === 1 && !isAside(time))) published ??= day
  }
  return { changed, published }
}

const isOfOthers = (time: Element): boolean =>
  closest(
    time,
    (at) => at.tagName === 'li' || /[ -](?:comments?|reviews?|related)[ -]/u.test(namesOf(at)),
  ) !== undefined

const isAside = (time: Element): boolean =>
  closest(time, ({ tagName }) => tagName === 'aside') !== undefined
