import type { MessagePart } from '../../../shared/thread/message.ts'
import type { Translate } from '../../i18n/create-translate.ts'
import { nameOf } from './name-source.ts'
import { numberSources, readSource, type NumberedSource } from './read-source.ts'

/** Code, in which brackets are no references, or a reference. */
const CODE_OR_REFERENCE = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|`{3,}[\s\S]*$|\[([1-9]\d{0,2})\]/g

/** The passages that an answer cites, in the order of their numbers. */
export const citedPassages = (parts: readonly MessagePart[]): readonly NumberedSource[] =>
  numberSources(parts).filter(({ passage }) => passage)

/** An answer's markdown with the numbers that the screen shows; a number without a passage is left out. */
export function showNumbers(text: string, cited: readonly NumberedSource[]): string {
  if (cited.length === 0) return text
  const shown = new Map(cited.map(({ number, passage }) => [passage?.number, number]))
  return text.replace(CODE_OR_REFERENCE, (whole, _ticks, reference: string | undefined) => {
    if (reference === undefined) return whole
    const number = shown.get(Number(reference))
    return number === undefined ? '' : `[${number}]`
  })
}

/** A cited passage as a line of text: its number, its document and the address at which that opens. */
export function describeCited(source: NumberedSource, t: Translate): string {
  const { href } = readSource(source)
  const name = `[${source.number}] ${nameOf(source, t)}`
  return href === undefined ? name : `${name}: ${href}`
}

/** An answer with its cited passages below it, for the clipboard. */
export function copyCited(
  { text, body }: { readonly text: string; readonly body: HTMLElement },
  parts: readonly MessagePart[],
  t: Translate,
): { readonly text: string; readonly html: string } {
  const cited = citedPassages(parts)
  if (cited.length === 0) return { text, html: body.innerHTML }
  const lines = cited.map((source) => describeCited(source, t))
  body.append(drawList(body.ownerDocument, cited, t))
  return { text: `${showNumbers(text, cited)}\n\n${lines.join('\n')}`, html: body.innerHTML }
}

/** Numbers of passages begin at 1 and have no gaps, like those of a list. */
function drawList(document: Document, cited: readonly NumberedSource[], t: Translate): Element {
  const list = document.createElement('ol')
  for (const source of cited) {
    const { href } = readSource(source)
    const item = list.appendChild(document.createElement('li'))
    const name = item.appendChild(document.createElement(href === undefined ? 'span' : 'a'))
    if (href !== undefined) name.setAttribute('href', href)
    name.textContent = nameOf(source, t)
  }
  return list
}
