import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { REPOSITORY_ROOT } from '../../../../scripts/repository-root.ts'
import { createHostilePdfs, pdfOf, pdfOfPages, streamOf } from '../../../testing/hostile-pdfs.ts'
import { UnreadError } from '../../unread-error.ts'
import { PDF_PAGES_MAX } from '../read-limits.ts'
import { readPdf } from './read-pdf.ts'

/** Each test starts a process. */
vi.setConfig({ testTimeout: 240_000 })

const read = (bytes: Uint8Array) => readPdf({ address: 'a.pdf', bytes, mediaType: undefined })
const reasonOf = (bytes: Uint8Array) =>
  read(bytes).then(
    ({ title }) => title,
    (error: unknown) => (error instanceof UnreadError ? error.reason : error),
  )

/** Two pages of Helvetica with an outline, labels and a title. */
function pdfWithText(): Buffer {
  const font = '/Resources << /Font << /F 7 0 R >> >>'
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] ${font} /Contents ${contents} 0 R >>`
  const content = (...lines: readonly string[]) =>
    streamOf(
      '',
      Buffer.from(
        `BT /F 12 Tf 20 350 Td 16 TL ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`,
      ),
    )
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R /Outlines 8 0 R /PageLabels << /Nums [0 << /S /r /St 4 >> 1 << /S /D /St 2 >>] >> >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      page(5),
      page(6),
      content('Hire terms', 'Deposit', 'A double costs 150 euros.'),
      content('Late boats', 'Twelve euros an hour.'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      '<< /Type /Outlines /First 9 0 R /Last 11 0 R /Count 3 >>',
      '<< /Title (Deposit) /Parent 8 0 R /Dest [3 0 R /Fit] /First 10 0 R /Last 10 0 R /Count 1 /Next 11 0 R >>',
      '<< /Title (Doubles) /Parent 9 0 R /Dest [4 0 R /Fit] >>',
      '<< /Title (Late boats) /Parent 8 0 R /Dest [4 0 R /Fit] >>',
      "<< /Title (Terms of hire) /ModDate (D:20260203101112+01'00') >>",
    ],
    '/Info 12 0 R',
  )
}

test('a PDF has its pages with labels, the headings of its outline, its title and its date', async () => {
  expect(await read(pdfWithText())).toMatchObject({
    title: 'Terms of hire',
    date: '2026-02-03',
    sections: [
      { headings: [], page: 1, pageLabel: 'iv', blocks: ['Hire terms'] },
      { headings: ['Deposit'], page: 1, pageLabel: 'iv', blocks: ['A double costs 150 euros.'] },
      { headings: ['Deposit', 'Doubles'], page: 2, blocks: ['Doubles'] },
      { headings: ['Late boats'], page: 2, blocks: ['Twelve euros an hour.'] },
    ],
  })
})

test('Arabic with its ligatures, Hebrew and hyphenated German are read in their order', async () => {
  const path = join(REPOSITORY_ROOT, 'e2e/fixtures/knowledge-papers/three-languages.pdf')
  const { title, sections } = await read(readFileSync(path))
  expect(title).toBe('Merkblatt in drei Sprachen')
  expect(sections.map(({ headings, blocks }) => [headings, blocks])).toEqual([
    [
      ['Merkblatt'],
      [
        'Die Versandkostenpauschale für Überseelieferungen beträgt zwölf Euro und wird mit der Auftragsbestätigung berechnet.',
      ],
    ],
    [['Merkblatt', 'الضمان'], ['نضمن الأجزاء المعدنية ثلاث سنوات من يوم الشراء، ولا نضمن الزجاج.']],
    [['Merkblatt', 'אחריות'], ['האחריות על חלקי המתכת היא שלוש שנים מיום הקנייה.']],
  ])
})

test('a PDF that is protected, damaged, without text or too long is refused with its reason', async () => {
  const hostile = new Map(createHostilePdfs())
  const files = [
    hostile.get('a password'),
    hostile.get('half of its bytes'),
    pdfOfPages(1),
    pdfOfPages(PDF_PAGES_MAX + 1),
  ]
  const reasons: unknown[] = []
  for (const file of files) reasons.push(await reasonOf(file ?? new Uint8Array()))
  expect(reasons).toEqual(['encrypted', 'broken', 'empty', 'too_large'])
})
