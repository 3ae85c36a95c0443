/** Languages' words for a title that models write before it, in lower case. */
const LABELS = [
  'title',
  'name',
  'titel',
  'titre',
  'título',
  'titulo',
  'titolo',
  'tytuł',
  'название',
  'заголовок',
  'назва',
  '标题',
  '標題',
  'タイトル',
  '제목',
]
const QUALIFIERS = ['', 'chat ', 'conversation ']
const LABEL_STARTS = QUALIFIERS.flatMap((before) => LABELS.map((label) => before + label))

/** Marks of markdown, quotation marks and blanks around a label. */
const MARKS = /[\s"'“”„«»‘’`*_#>~-]/.source
const LABEL = new RegExp(
  String.raw`^${MARKS}*(?:${LABEL_STARTS.join('|')})(?:${MARKS}*?[:：]|[*_]*[ \t]*[\r\n]|[*_]*\s[-–—]\s)`,
  'iu',
)
const MARKS_BEFORE = new RegExp(`^${MARKS}+`, 'u')
const MARKS_AFTER = new RegExp(String.raw`(?:${MARKS}|[–—])+$`, 'u')
const TITLE_TAG = /^\s*<(?:title|name)>|<\/(?:title|name)>[^]*$/giu

/** The first line of a fenced block. */
const FENCE = /^\s*(?:`{3,}|~{3,})[^\n`]*\n/u
/** A text that may become one. */
const FENCE_BEGUN = /^\s*(?:`{1,2}|~{1,2}|(?:`{3,}|~{3,})[^\n`]*)$/u

const JSON_START = /^\s*(?:[{[]\s*)+"/u
const JSON_BEGUN = /^\s*[{[][\s{[]*$/u
const STRING = String.raw`"(?<value>(?:[^"\\]|\\.)*)(?<end>"?)`
const NAMED_VALUE = new RegExp(
  String.raw`"[^"\n]{0,40}(?:${LABELS.join('|')})[^"\n]{0,40}"\s*:\s*${STRING}`,
  'iu',
)
const ANY_VALUE = new RegExp(String.raw`[:[]\s*${STRING}`, 'u')

/**
 * Returns the name in a model's answer to the question for one, without what models write around it: a label
 * such as "Title:", a block of code, an object of JSON.
 *
 * @param isWhole false for an answer that grows: then empty while the name cannot be told, and what it returns
 * for more of the answer begins with what it returned before.
 */
export function nameIn(answer: string, isWhole: boolean): string {
  const text = answer.replace(FENCE, '')
  if (text === answer && FENCE_BEGUN.test(text)) return ''
  if (JSON_START.test(text)) return stringIn(text, isWhole)
  if (!isWhole && JSON_BEGUN.test(text)) return ''
  const plain = text.replace(TITLE_TAG, '')
  if (!isWhole && mayBeLabel(plain)) return ''
  return plain.replace(LABEL, '')
}

function stringIn(json: string, isWhole: boolean): string {
  const { value, end } =
    (NAMED_VALUE.exec(json) ?? (isWhole ? ANY_VALUE.exec(json) : null))?.groups ?? {}
  if (value === undefined) return ''
  // A line break tells that nothing follows.
  return unescape(value) + (end === '"' ? '\n' : '')
}

/** The characters of a string of JSON, also of one that is cut or not quite valid. */
const unescape = (value: string): string =>
  value
    .replace(ESCAPE_BEGUN, '')
    .replace(/[\r\n]/g, ' ')
    .replace(ESCAPE, (_, hex?: string, character = '') =>
      hex === undefined ? (CONTROLS.includes(character) ? ' ' : character) : fromHex(hex),
    )

const ESCAPE = /\\(?:u([\da-f]{4})|(.))/giu
const ESCAPE_BEGUN = /\\u[\da-f]{0,3}$/iu
/** Escapes of line breaks, tabs and other controls. */
const CONTROLS = 'bfnrt'
const fromHex = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))

function mayBeLabel(text: string): boolean {
  const begun = text.replace(MARKS_BEFORE, '').toLowerCase()
  const isAlone = LABEL_STARTS.includes(begun.replace(MARKS_AFTER, ''))
  return isAlone || LABEL_STARTS.some((label) => label.startsWith(begun))
}
