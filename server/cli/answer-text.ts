const GAP = '  '

/** Rows under their headings, in columns as wide as their longest text. */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => cell ?? '-'))]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** `1 thread`, `1,200 threads`. */
export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Text from elsewhere for a terminal, which must read no commands in it. */
export const plainText = (text: string): string => text.replace(/[^\P{C}\n]/gu, '')
