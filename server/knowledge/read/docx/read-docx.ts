import type { ReadDocument } from '../../document.ts'
import { UnreadError } from '../../unread-error.ts'
import { cleanHeading } from '../clean-text.ts'
import { readIsoDate } from '../dates.ts'
import { finishDocument } from '../finish-document.ts'
import { SectionBuilder } from '../section-builder.ts'
import { nameOfAddress } from '../title.ts'
import { DocxBody } from './docx-body.ts'
import { readNumbering } from './numbering.ts'
import { readStyles } from './styles.ts'
import { unzipParts } from './unzip-parts.ts'
import { childOf, childrenOf, elementsIn, parseXml, textIn, type XmlElement } from './xml.ts'

/**
 * Reads a document of Word.
 *
 * @throws UnreadError `encrypted`, `too_large`, `broken`, `empty`.
 */
export function readDocx(bytes: Uint8Array, address: string): ReadDocument {
  const parts = unzipParts(bytes)
  const parse = (path: string) => {
    const text = parts.get(path)
    return text === undefined ? undefined : parseXml(text)
  }
  const styles = parse('word/styles.xml')
  const core = parse('docProps/core.xml')
  const language = childOf(core, 'dc:language')
    ? textIn(childOf(core, 'dc:language') as XmlElement)
    : readLanguage(styles)
  const builder = new SectionBuilder(language)
  const body = new DocxBody({
    builder,
    styleOf: readStyles(styles),
    nextNumber: readNumbering(parse('word/numbering.xml')),
    notes: new Map([
      ...readNotes(parse('word/footnotes.xml'), 'w:footnote'),
      ...readNotes(parse('word/endnotes.xml'), 'w:endnote'),
    ]),
  })
  body.read(childOf(parse('word/document.xml'), 'w:body'))
  const sections = builder.finish()
  if (builder.letters === 0) throw new UnreadError('empty', 'The file has no text.')
  const named = childOf(core, 'dc:title')
  const changed = childOf(core, 'dcterms:modified')
  return finishDocument(builder, sections, {
    title:
      body.title ||
      cleanHeading(named ? textIn(named) : '') ||
      body.firstHeading ||
      nameOfAddress(address),
    language,
    date: changed && readIsoDate(textIn(changed)),
    links: readLinks(parse('word/_rels/document.xml.rels')),
    notes: body.lost,
  })
}

function readLanguage(styles: XmlElement | undefined): string | undefined {
  const defaults = childOf(childOf(childOf(styles, 'w:docDefaults'), 'w:rPrDefault'), 'w:rPr')
  return childOf(defaults, 'w:lang')?.attributes['w:val']
}

/** Footnotes by name and id; those of separators have a type. */
function readNotes(root: XmlElement | undefined, name: string): [string, XmlElement][] {
  return childrenOf(root, name)
    .filter(({ attributes }) => attributes['w:type'] === undefined)
    .map((note) => [`${name} ${note.attributes['w:id']}`, note])
}

function readLinks(root: XmlElement | undefined): readonly string[] {
  if (!root) return []
  const targets = elementsIn(root)
    .filter(
      ({ attributes }) =>
        attributes['TargetMode'] === 'External' &&
        (attributes['Type'] ?? '').endsWith('/hyperlink'),
    )
    .map(({ attributes }) => URL.parse(attributes['Target'] ?? ''))
  return [
    ...new Set(
      targets.flatMap((url) =>
        url && /^https?:$/u.test(url.protocol) ? [url.href.replace(/#.*$/u, '')] : [],
      ),
    ),
  ]
}
