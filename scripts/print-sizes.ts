import { isWithinBudget } from './sizes.ts'
import type { MeasuredFile, MeasuredPart } from './sizes.ts'

const NUMBER_WIDTH = 9
const format = (bytes: number): string => bytes.toLocaleString('en').padStart(NUMBER_WIDTH)

/** The table of sizes, as lines: what counts first, then what loads later. */
export function formatSizes(parts: readonly MeasuredPart[]): string[] {
  return parts.flatMap((part) => {
    const verdict = isWithinBudget(part) ? '' : '  over its budget'
    return [
      `${format(part.bytes)} of ${part.limitBytes.toLocaleString('en')} bytes (brotli): ${part.name}${verdict}`,
      ...part.files.map((file) => formatFile(file, '')),
      ...part.later.map((file) => formatFile(file, '  (later)')),
    ]
  })
}

const formatFile = ({ path, bytes }: MeasuredFile, note: string): string =>
  `${format(bytes)}   ${path}${note}`

export function printSizes(parts: readonly MeasuredPart[]): void {
  for (const line of formatSizes(parts)) console.log(line)
}
