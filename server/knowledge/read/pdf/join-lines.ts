import type { TextLine } from '../../../files/pdf/pdf-messages.ts'

/** PDFium's sign for a hyphen at the end of a line. */
const LINE_HYPHEN = '\ufffe'
/** Part of the longest line from which on a line goes on in the next one. */
const FULL_LINE = 0.75
const ITEM = /^(?:[-–•‣▪◦*·]|\(?\p{L}\)|\d{1,3}[.)])\s/u
const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff00-\uffef]/u
/** Forms of letters that a printer chose by their neighbours, and radicals in place of ideographs. */
const FORMS = /[\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufdff\ufe70-\ufefe]/gu

/** Paragraphs of lines that stand below each other. */
export function joinLines(lines: readonly TextLine[]): readonly string[] {
  const texts = lines.map(({ text }) =>
    text.replace(FORMS, (form) => form.normalize('NFKC')).trim(),
  )
  const longest = Math.max(0, ...texts.map((text) => text.length))
  const paragraphs: string[] = []
  let isOpen = false
  for (const [index, text] of texts.entries()) {
    const before = paragraphs.at(-1)
    const goesOn =
      isOpen &&
      before !== undefined &&
      !ITEM.test(text) &&
      lines[index]?.size === lines[index - 1]?.size
    if (goesOn) paragraphs[paragraphs.length - 1] = join(before, text)
    else paragraphs.push(text)
    isOpen = text.length >= FULL_LINE * longest || text.endsWith(LINE_HYPHEN)
  }
  return paragraphs
    .map((text) =>
      text
        .replaceAll(LINE_HYPHEN, '-')
        .replace(/[ \t]+/gu, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
}

function join(before: string, text: string): string {
  if (before.endsWith(LINE_HYPHEN)) {
    const start = before.slice(0, -1)
    // A word goes on with a small letter; names and numbers keep their hyphen.
    return /^\p{Ll}/u.test(text) ? start + text : `${start}-${text}`
  }
  const isWide = WIDE.test(before.at(-1) ?? '') && WIDE.test(text[0] ?? '')
  return isWide ? before + text : `${before} ${text}`
}
