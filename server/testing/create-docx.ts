import { strToU8, zipSync } from 'fflate'

/** Parts of a docx by what they describe; the content is XML of Word without its outermost element. */
export interface DocxContent {
  readonly body: string
  readonly styles?: string
  readonly numbering?: string
  readonly footnotes?: string
  readonly core?: string
  readonly links?: string
}

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="urn:wps" xmlns:pic="urn:pic"'

/** A docx with this content. */
export function createDocx(content: DocxContent): Uint8Array {
  const part = (name: string, inner: string) =>
    strToU8(`<w:${name} ${NAMESPACES}>${inner}</w:${name}>`)
  const { body, styles = '', numbering = '', footnotes, core, links } = content
  return zipSync({
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
    'word/styles.xml': part('styles', styles),
    'word/numbering.xml': part('numbering', numbering),
    ...(footnotes !== undefined && { 'word/footnotes.xml': part('footnotes', footnotes) }),
    ...(core !== undefined && {
      'docProps/core.xml': strToU8(
        `<cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="urn:dc" xmlns:dcterms="urn:dcterms">${core}</cp:coreProperties>`,
      ),
    }),
    ...(links !== undefined && {
      'word/_rels/document.xml.rels': strToU8(`<Relationships>${links}</Relationships>`),
    }),
  })
}

/** A paragraph of Word with properties and text in one run. */
export const paragraph = (text: string, properties = '', run = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
