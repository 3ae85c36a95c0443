#!/usr/bin/env bash
# PDFium gives the letters of an Arabic ligature in reverse order.
#
# Expected: `page.getText()` of a word whose font maps one glyph to two letters (lam-alef, which Arabic requires) has
# both in the order of reading: "سلام".
# What happens: PDFium turns right-to-left text round letter by letter, also the two letters of one glyph, which the
# font gives in their right order: "سالم". Other words come to mean something else, such as "three" and "third".
# Both letters have one origin (FPDFText_GetCharOrigin), by which they can be told and turned back.
# Versions: @hyzyla/pdfium 2.1.13; Node 20.
# Why it matters here: visitors ask in letters that the index would not have. PDFs that Chromium prints are such files.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @hyzyla/pdfium@2.1.13
cat >check.mjs <<'JS'
import { PDFiumLibrary } from '@hyzyla/pdfium'

const stream = (text) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`
// A is meem, B is the ligature of lam and alef, C is seen. On the page they stand in this order from the left.
const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <00> <FF> endcodespacerange
3 beginbfchar <41> <0645> <42> <06440627> <43> <0633> endbfchar
endcmap end end`
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
  stream('BT /F 12 Tf 20 50 Td (ABC) Tj ET'),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
  stream(map),
]
const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
const pdf = new TextEncoder().encode(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF\n`)
const library = await PDFiumLibrary.init()
const document = await library.loadDocument(pdf)
const text = document.getPage(0).getText().trim()
console.log(`read "${text}", written "سلام"`)
if (text !== 'سالم') {
  console.log('Changed: PDFium no longer reverses the ligature.')
  process.exit(1)
}
JS
node check.mjs
