/**
 * Code between tags, where `<` could end the script, start a comment, or be PHP in WordPress. The character
 * occurs only in texts.
 */
export const inHtml = (code: string): string => code.replaceAll('<', String.raw`\u003c`)

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export const indent = (text: string, by: string): string =>
  text.replaceAll(/^(?=.)/gm, by).replace(/\n?$/, '\n')

const NAME = /^[A-Za-z_$][\w$]*$/

/** A value as code. */
export function toCode(value: unknown, by = ''): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => toCode(item, `${by}  `))
    return wrap('[', items, ']', by)
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, field]) => `${NAME.test(name) ? name : toCode(name)}: ${toCode(field, `${by}  `)}`,
    )
    return fields.length === 0 ? '{}' : wrap('{ ', fields, ' }', by)
  }
  return JSON.stringify(value)
}

/** Single quotes, unless double quotes avoid an escape. */
function quote(text: string): string {
  const json = JSON.stringify(text)
  if (text.includes("'") && !text.includes('"')) return json
  return `'${json.slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`
}

const LINE = 60

/** On one line if it fits. */
function wrap(open: string, items: readonly string[], close: string, by: string): string {
  const line = open + items.join(', ') + close
  if (line.length <= LINE && !line.includes('\n')) return line
  return `${open.trim()}\n${items.map((item) => `${by}  ${item},`).join('\n')}\n${by}${close.trim()}`
}
