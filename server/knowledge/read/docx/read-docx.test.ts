import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { startCpuTimer } from '../../../../shared/cpu-time.test-support.ts'
import { createDocx, type DocxContent, paragraph } from '../../../testing/create-docx.ts'
import { PART_BYTES_MAX } from '../read-limits.ts'
import { readDocx } from './read-docx.ts'

const read = (content: DocxContent) => readDocx(createDocx(content), 'folder/Merkblatt.docx')
const linesOf = (content: DocxContent) =>
  read(content).sections.flatMap(({ blocks, fullBlocks = blocks }) => fullBlocks)
const style = (id: string, name: string, inner: string, base?: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${base ? `<w:basedOn w:val="${base}"/>` : ''}${inner}</w:style>`
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`
const numbered = (id: number, level = 0) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`
const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`

test('headings come from the outline level, the names of Word’s styles, and styles based on them', () => {
  const { sections } = read({
    styles: [
      style('berschrift1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
      style('Kapitel', 'Kapitel der Firma', '', 'berschrift1'),
      style('Klein', 'Zwischentitel', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
      style('Doch', 'Doch Text', '<w:pPr><w:outlineLvl w:val="9"/></w:pPr>', 'berschrift1'),
    ].join(''),
    body: [
      paragraph('Garantie', styled('Kapitel')),
      paragraph('Zwei Jahre.'),
      paragraph('Ausnahmen', styled('Klein')),
      paragraph('Nicht für Akkus.', styled('Doch')),
      paragraph('Direkt', '<w:outlineLvl w:val="0"/>'),
      paragraph('Ende.'),
    ].join(''),
  })
  expect(sections.map(({ headings, blocks }) => [headings, blocks])).toEqual([
    [['Garantie'], ['Zwei Jahre.']],
    [['Garantie', 'Ausnahmen'], ['Nicht für Akkus.']],
    [['Direkt'], ['Ende.']],
  ])
})

test('hidden and deleted text is left out, also when a style hides it; inserted text and fields stay', () => {
  const lines = linesOf({
    styles: style('Geheim', 'Geheim', '<w:rPr><w:vanish/></w:rPr>'),
    body: [
      paragraph('Preis 40', '', '<w:vanish/>'),
      paragraph('Preis 41', styled('Geheim')),
      paragraph('Preis 42', styled('Geheim'), '<w:vanish w:val="0"/>'),
      '<w:p><w:del><w:r><w:delText>alt</w:delText><w:t>alt</w:t></w:r></w:del><w:ins><w:r><w:t>neu</w:t></w:r></w:ins><w:fldSimple w:instr="DATE"><w:r><w:t> am 3. Mai</w:t></w:r></w:fldSimple></w:p>',
    ].join(''),
  })
  expect(lines).toEqual(['Preis 42', 'neu am 3. Mai'])
})

test('numbers of headings and lists stand as Word prints them, and go on after a paragraph', () => {
  const { sections } = read({
    styles:
      style('H1', 'heading 1', `<w:pPr>${numbered(2)}</w:pPr>`) +
      style('H2', 'heading 2', `<w:pPr>${numbered(2, 1)}</w:pPr>`),
    numbering: [
      `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum>`,
      `<w:abstractNum w:abstractNumId="2">${level(0, 'decimal', '%1')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>`,
      '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>',
      '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
    ].join(''),
    body: [
      paragraph('Zweck', styled('H1')),
      paragraph('Erstens', numbered(1)),
      paragraph('dazwischen'),
      paragraph('Zweitens', numbered(1)),
      paragraph('darunter', numbered(1, 1)),
      paragraph('Neu gezählt', numbered(3)),
      paragraph('Umfang', styled('H1')),
      paragraph('Kosten', styled('H2')),
      paragraph('Keine.'),
    ].join(''),
  })
  expect(sections[0]).toEqual({
    headings: ['1 Zweck'],
    blocks: ['Erstens', 'dazwischen', 'Zweitens', 'darunter', 'Neu gezählt'],
    fullBlocks: ['1. Erstens', 'dazwischen', '2. Zweitens', '  a) darunter', '1. Neu gezählt'],
  })
  expect(sections[1]?.headings).toEqual(['2 Umfang', '2.1 Kosten'])
})

test('a table has its merged cells at each place and its first row as heads', () => {
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
  const lines = linesOf({
    body: `<w:tbl><w:tblPr><w:tblLook w:firstRow="1" w:firstColumn="0"/></w:tblPr>
      <w:tr>${cell('Zone')}${cell('Gewicht')}${cell('Preis')}</w:tr>
      <w:tr>${cell('Inland', '<w:vMerge w:val="restart"/>')}${cell('2 kg')}${cell('4 €')}</w:tr>
      <w:tr>${cell('', '<w:vMerge/>')}${cell('auf Anfrage', '<w:gridSpan w:val="2"/>')}</w:tr></w:tbl>`,
  })
  expect(lines).toEqual([
    'Zone | Gewicht | Preis',
    'Zone: Inland; Gewicht: 2 kg; Preis: 4 €',
    'Zone: Inland; Gewicht: auf Anfrage; Preis: auf Anfrage',
  ])
})

test('title, date, language and links come from the file; notes and text boxes follow their paragraph', () => {
  const document = read({
    core: '<dc:title>Merkblatt zur Miete</dc:title><dcterms:modified>2026-02-03T09:00:00Z</dcterms:modified><dc:language>de-DE</dc:language>',
    links:
      '<Relationship Id="r1" Type="x/hyperlink" Target="https://a.example/b#c" TargetMode="External"/><Relationship Id="r2" Type="x/hyperlink" Target="javascript:alert(1)" TargetMode="External"/>',
    footnotes:
      '<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>' +
      `<w:footnote w:id="2">${paragraph('Nur bis Mai.')}</w:footnote>`,
    body: `<w:p><w:r><w:t>Miete</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent>${paragraph('Im Kasten')}</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('Im Kasten')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
  })
  expect(document).toMatchObject({
    title: 'Merkblatt zur Miete',
    date: '2026-02-03',
    language: 'de-DE',
    links: ['https://a.example/b'],
    sections: [{ headings: [], blocks: ['Miete', 'Im Kasten', 'Nur bis Mai.'] }],
  })
})

const reasonOf = (bytes: Uint8Array): unknown => {
  try {
    return readDocx(bytes, 'a.docx').sections.length
  } catch (error) {
    return error instanceof Error && 'reason' in error ? error.reason : error
  }
}

test('a file that is encrypted, old, damaged, empty or without text is refused with its reason', () => {
  const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  const name = [...'EncryptedPackage'].flatMap((letter) => [letter.codePointAt(0) ?? 0, 0])
  expect(reasonOf(createDocx({ body: paragraph('Text') }))).toBe(1)
  expect(reasonOf(Uint8Array.from([...ole, ...name]))).toBe('encrypted')
  expect(reasonOf(Uint8Array.from(ole))).toBe('unknown_type')
  expect(reasonOf(createDocx({ body: paragraph('Text') }).slice(0, 200))).toBe('broken')
  expect(reasonOf(zipSync({ 'other.xml': strToU8('<a/>') }))).toBe('broken')
  expect(reasonOf(createDocx({ body: '<w:p><w:r>' }))).toBe('broken')
  expect(reasonOf(createDocx({ body: '<w:p/>' }))).toBe('empty')
})

const DIRECTORY_ENTRY = 0x02_01_4b_50
const SIZE_OFFSET = 24

/** A docx of one part whose directory tells another size. */
function zipDeclaring(text: string, size: number): Uint8Array {
  const bytes = zipSync({ 'word/document.xml': strToU8(text) })
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 0; at < bytes.length - SIZE_OFFSET - 4; at += 1) {
    if (view.getUint32(at, true) === DIRECTORY_ENTRY) view.setUint32(at + SIZE_OFFSET, size, true)
  }
  return bytes
}

test('text parts are unpacked up to their limit', () => {
  // Within the limit the part is unpacked, and has no text.
  expect(reasonOf(zipDeclaring('<a/>', PART_BYTES_MAX))).toBe('empty')
  expect(reasonOf(zipDeclaring('<a/>', PART_BYTES_MAX + 1))).toBe('too_large')
})

test('a part that is larger than it declares is not unpacked beyond that', () => {
  const text = `<d xmlns:w="urn:w"><w:body>${paragraph('x'.repeat(100_000))}</w:body></d>`
  expect(reasonOf(zipDeclaring(text, text.length))).toBe(1)
  expect(reasonOf(zipDeclaring(text, 64))).toBe('broken')
})

test('entities that a file declares do not grow', () => {
  const bomb =
    '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><d xmlns:w="urn:w"><w:body>&b;</w:body></d>'
  expect(reasonOf(zipSync({ 'word/document.xml': strToU8(bomb) }))).toBe('broken')
})

test('a note is read once, also if many places refer to it, or it refers to itself', () => {
  const reference = '<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>'
  const note = (id: number, inner: string) => `<w:footnote w:id="${id}">${inner}</w:footnote>`
  const lines = linesOf({
    body: paragraph('Before') + reference.repeat(3) + paragraph('After'),
    footnotes: note(1, paragraph('Note') + reference.repeat(2)) + note(2, paragraph('Unused')),
  })
  expect(lines).toEqual(['Before', 'Note', 'After'])
})

test('deep wrappers and long numbers of lists take little time', () => {
  const rows = `<w:tr><w:tc>${paragraph('Cell')}</w:tc></w:tr>`.repeat(15_000)
  const [open, close] = ['<w:sdt>', '</w:sdt>'].map((tag) => tag.repeat(900))
  const item = paragraph('Item', numbered(1))
  const list = `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1'.repeat(200_000))}</w:abstractNum>`
  const cpuMs = startCpuTimer()
  const lines = linesOf({
    body: `<w:tbl>${open}${rows}${close}</w:tbl>${item.repeat(2_000)}`,
    numbering: `${list}<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
  })
  expect(cpuMs()).toBeLessThan(10_000)
  expect(lines).toHaveLength(17_000)
  expect(lines.at(-1)).toMatch(/^(?:2000)+ Item$/)
})
