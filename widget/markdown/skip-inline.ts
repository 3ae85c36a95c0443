/** A code span that starts at `at`: its number of backticks, and its end when it is closed. */
export function skipCode(text: string, at: number): { ticks: number; end: number | undefined } {
  let ticks = 0
  while (text[at + ticks] === '`') ticks += 1
  for (let next = text.indexOf('`', at + ticks); next !== -1; next = text.indexOf('`', next)) {
    let run = 0
    while (text[next + run] === '`') run += 1
    next += run
    if (run === ticks) return { ticks, end: next }
  }
  return { ticks, end: undefined }
}

/**
 * What follows a closed label at `at`: the end of `(address)` or `[reference]`, `at` itself when
 * neither starts here, `undefined` when the text ends before that is known.
 */
export function skipDestination(text: string, at: number): number | undefined {
  const char = text[at]
  if (char === undefined) return undefined
  if (char === '[') {
    const end = text.indexOf(']', at)
    return end === -1 ? undefined : end + 1
  }
  if (char !== '(') return at
  let depth = 0
  let quote: string | undefined
  for (let next = at; next < text.length; next += 1) {
    const found = text[next]
    if (found === '\\') next += 1
    else if (quote !== undefined) quote = found === quote ? undefined : quote
    else if (found === '"' && /\s/.test(text[next - 1] ?? '')) quote = '"'
    else if (found === '(') depth += 1
    else if (found === ')') {
      depth -= 1
      if (depth === 0) return next + 1
    }
  }
  return undefined
}
