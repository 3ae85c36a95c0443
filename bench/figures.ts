import { median } from './measure.ts'

/** Values of several runs, by name of the measurement. */
export type Figures = Map<string, number[]>

export function note(figures: Figures, name: string, value: number): void {
  const values = figures.get(name)
  if (values) values.push(value)
  else figures.set(name, [value])
}

/** Prints medians with their spread, each compared with `base` if given. */
export function printFigures(title: string, figures: Figures, base?: string): void {
  console.log(`\n${title}`)
  const floor = base === undefined ? undefined : median(figures.get(base) ?? [])
  for (const [name, values] of figures) {
    const middle = median(values)
    const range = `${format(Math.min(...values))} to ${format(Math.max(...values))}`
    const ratio = floor === undefined ? '' : `  ${(middle / floor).toFixed(2)} x ${base}`
    console.log(`  ${name.padEnd(34)} ${format(middle)}  (${range})${ratio}`)
  }
}

function format(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0).padStart(6)
}
