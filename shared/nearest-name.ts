/** Maximum edit distance at which a name is suggested as a correction. */
const CHANGES_MAX = 3

/** The most similar name, if it is similar enough: the likely intention. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const most = Math.min(CHANGES_MAX, Math.floor(text.length / 2))
  let nearest: string | undefined
  let fewest = most + 1
  for (const name of names) {
    const changes = countChanges(text.toLowerCase(), name.toLowerCase())
    if (changes < fewest) [nearest, fewest] = [name, changes]
  }
  return nearest
}

/** Characters to add, remove or replace (Levenshtein's distance). */
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
