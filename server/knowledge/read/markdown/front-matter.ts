/** Values at the top of a Markdown file, by their names in small letters. */
export type FrontMatter = ReadonlyMap<string, string>

const FENCE = /^---[ \t]*\r?\n([^]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u
const LINE = /^([\w.-]+)[ \t]*:[ \t]*(.*)$/u

/** Takes the lines between `---` off a file. Lists and nested values are passed over. */
export function splitFrontMatter(text: string): {
  readonly values: FrontMatter
  readonly body: string
} {
  const found = FENCE.exec(text)
  if (!found) return { values: new Map(), body: text }
  const lines = (found[1] ?? '').split(/\r?\n/u)
  const values = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = LINE.exec(line) ?? []
    if (name !== '') values.set(name.toLowerCase(), unquote(value))
  }
  return { values, body: text.slice(found[0].length) }
}

function unquote(value: string): string {
  const [, double, single] =
    /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')[ \t]*(?:#.*)?$/u.exec(value) ?? []
  if (double !== undefined) return double.replace(/\\(.)/gu, '$1')
  if (single !== undefined) return single.replaceAll("''", "'")
  return value.replace(/[ \t]+#.*$/u, '').trim()
}
