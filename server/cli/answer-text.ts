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

const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** `499.9 MiB`, `12.3 GiB`: rounded down. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < GIB ? (['MiB', MIB] as const) : (['GiB', GIB] as const)
  return `${(Math.floor((bytes / size) * 10) / 10).toFixed(1)} ${unit}`
}

/** Text from elsewhere for a terminal, which must read no commands in it. */
export const plainText = (text: string): string => text.replace(/[^\P{C}\n]/gu, '')
