import {
  attributeOf,
  childrenOf,
  closest,
  isBlock,
  isElement,
  isSilent,
  isText,
  namesOf,
} from './dom.ts'
import type { Element } from './parse-html.ts'

export interface Code {
  readonly language: string | undefined
  /** Without line breaks; blank lines are among them. */
  readonly lines: readonly string[]
}

const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:\s*)-?([\w+#.-]+)/iu
/** Names that stand where a language would. */
const NO_LANGUAGE = /^(?:none|plain|plaintext|text|txt|default|wrapper|source|container|code)$/iu
const NUMBERS = /[ -](?:linenos?|line-numbers?(?:-rows|-wrapper)?|lineno|gutter|line-no)[ -]/u
/** Elements around a `pre` that may name its language. */
const AROUND_MAX = 4

/** Lines of a `pre`, without numbers that a generator put into it. */
export function readCode(pre: Element): Code {
  let text = ''
  const walk = (element: Element) => {
    for (const child of childrenOf(element)) {
      if (isText(child)) text += child.value
      else if (isElement(child) && child.tagName === 'br') text += '\n'
      else if (isElement(child) && !isSilent(child) && !isAside(child)) {
        const isLine = isBlock(child)
        if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
        walk(child)
        if (isLine && !text.endsWith('\n')) text += '\n'
      }
    }
  }
  walk(pre)
  const lines = text.replaceAll('\r\n', '\n').replace(/\s+$/u, '').split('\n')
  while (lines[0]?.trim() === '') lines.shift()
  return { language: languageOf(pre), lines }
}

const isAside = (element: Element): boolean =>
  element.tagName === 'button' || NUMBERS.test(namesOf(element, ['class']))

function languageOf(pre: Element): string | undefined {
  const inside = childrenOf(pre).filter((child) => isElement(child))
  let step = 0
  let found = firstLanguage([...inside, pre])
  closest(pre, (around) => {
    step += 1
    found ??= firstLanguage([around])
    return found !== undefined || step > AROUND_MAX
  })
  return found
}

function firstLanguage(elements: readonly Element[]): string | undefined {
  for (const element of elements) {
    const name =
      attributeOf(element, 'data-language') ??
      attributeOf(element, 'data-lang') ??
      LANGUAGE_CLASS.exec(attributeOf(element, 'class') ?? '')?.[1]
    if (name !== undefined && name !== '' && !NO_LANGUAGE.test(name)) return name.toLowerCase()
  }
  return undefined
}
