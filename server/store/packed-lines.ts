/**
 * Lines of chunks as they are stored. Words come one a line, each with some fifty characters around them
 * that are those of the line before. Of such lines one is stored, with the words of all of them, behind
 * the length that each had: `5,6{"type":"text-delta","id":"text-1","delta":"Hello world"}`.
 */
const WORDS = /^(\{"type":"(?:text|reasoning)-delta","id":"[^"\\]*","delta":")(.*)"\}$/su
const PACKED = /^([\d,]+)(\{"type":"[a-z-]+","id":"[^"\\]*","delta":")(.*)"\}$/su

/** @param data JSON texts, one a line. */
export function packLines(data: string): string {
  const packed: string[] = []
  let open: { readonly head: string; readonly words: string[] } | undefined

  function close() {
    if (!open) return
    const { head, words } = open
    const lengths = words.length > 1 ? words.map(({ length }) => length).join(',') : ''
    packed.push(`${lengths}${head}${words.join('')}"}`)
    open = undefined
  }

  for (const line of data.split('\n')) {
    const [, head, words] = WORDS.exec(line) ?? []
    if (head !== undefined && words !== undefined) {
      if (open?.head !== head) close()
      open ??= { head, words: [] }
      open.words.push(words)
    } else {
      close()
      packed.push(line)
    }
  }
  close()
  return packed.join('\n')
}

/** The same lines as they were. What was stored as it is comes as it is. */
export function unpackLines(stored: string): string {
  return stored.split('\n').flatMap(unpackLine).join('\n')
}

function unpackLine(line: string): string | string[] {
  const [, lengths, head, words] = PACKED.exec(line) ?? []
  if (lengths === undefined || head === undefined || words === undefined) return line
  let at = 0
  return lengths.split(',').map((length) => {
    const piece = words.slice(at, (at += Number(length)))
    return `${head}${piece}"}`
  })
}
